// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.Platform;
import io.howdah.notification.IntakeStore.Answer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came in and could not be taken in: look at it, correct it, submit it again, or discard it. Each is settled once,
 * by whoever is first. Thread-safe.
 */
public final class Quarantine {
    private final Platform platform;
    private final Intake intake;

    Quarantine(Platform platform, Intake intake) {
        this.platform = platform;
        this.intake = intake;
    }

    public Optional<Malformed> find(MalformedId id) {
        return store().findMalformed(id);
    }

    /** What nobody has dealt with, oldest first. */
    public List<Malformed> list(int limit) {
        return list(new MalformedId(0), limit);
    }

    /** Those after one: the last of the page before. */
    public List<Malformed> list(MalformedId after, int limit) {
        return store().listMalformed(after, Notifications.requireLimit(limit));
    }

    /** Submits it again as it is, because what was missing is there now; empty when somebody has dealt with it. */
    public Optional<Acceptance> resubmit(MalformedId id, String by) {
        return settle(id, by, null);
    }

    /**
     * Submits it again, corrected; empty when somebody has dealt with it. What still cannot be taken in is put aside
     * anew, and this one is settled.
     */
    public Optional<Acceptance> resubmit(MalformedId id, String by, byte[] corrected) {
        return settle(id, by, corrected);
    }

    private Optional<Acceptance> settle(MalformedId id, String by, byte @Nullable [] corrected) {
        requireName(by);
        var answer = platform.db().tx(transaction -> {
            var store = new IntakeStore(transaction);
            var found = store.lockMalformed(id);
            if (found.isEmpty()) {
                return Optional.<Answer>empty();
            }
            var submitted = store.submit(
                    found.get().producer(), corrected == null ? found.get().bytes() : corrected);
            store.settle(id, by, submitted.outcome().equals("quarantined") ? null : submitted.requireId());
            return Optional.of(submitted);
        });
        answer.ifPresent(intake::tell);
        return answer.map(Intake::submission);
    }

    /** False when somebody has dealt with it already, or it never was. */
    public boolean discard(MalformedId id, String by) {
        requireName(by);
        return store().settle(id, by, null);
    }

    private static void requireName(String by) {
        if (by.isEmpty() || by.length() > 200) {
            throw new IllegalArgumentException("who settles it has 1 to 200 characters: \"" + by + "\"");
        }
    }

    private IntakeStore store() {
        return new IntakeStore(platform.db());
    }
}
