// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.web.api.Redaction;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Words about jobs and messages, such as why they failed, as they may be shown. Thread-safe. */
public final class JobWords {
    private final JobReadStore store;
    private final Redaction redaction;

    JobWords(JobReadStore store, Redaction redaction) {
        this.store = store;
        this.redaction = redaction;
    }

    /** What makes words about one of them such that they may be shown. */
    UnaryOperator<String> about(long id) {
        return about(List.of(id)).getOrDefault(id, any -> Redaction.MASK);
    }

    /**
     * The same for each of several. Where nobody can say what its payload has under masks, because it is there no more
     * or too large to be read for a list, nothing is shown.
     */
    public Map<Long, UnaryOperator<String>> about(Collection<Long> ids) {
        var known = redaction.isOn() && !ids.isEmpty() ? store.payloads(ids) : Map.<Long, JobReadStore.Given>of();
        var words = new HashMap<Long, UnaryOperator<String>>();
        for (var id : ids) {
            var given = known.get(id);
            words.put(
                    id,
                    !redaction.isOn()
                            ? UnaryOperator.identity()
                            : given == null
                                    ? any -> Redaction.MASK
                                    : redaction.about(given.payload(), given.headers()));
        }
        return words;
    }
}
