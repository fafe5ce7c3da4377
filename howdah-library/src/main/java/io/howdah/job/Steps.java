// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.DatabaseException;
import io.howdah.Payload;
import io.howdah.work.Bursts;
import io.howdah.work.Work;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The steps of one job in one attempt: what was finished before, and what is finished now. Used by one thread. */
final class Steps {
    private static final int MOST_STEPS = 500;
    private static final int MOST_BYTES = 1 << 16;
    private static final int LONGEST_NAME = 100;
    private static final int TRIES = 4;

    private final Bursts bursts;
    private final StepStore store;
    private final Codec codec;
    private final Work work;

    /** Read when the first step is asked for: jobs without steps never look. */
    private @Nullable Map<String, Payload> finished;

    Steps(Surroundings around, Work work) {
        this.bursts = around.engine().bursts();
        this.store = around.steps();
        this.codec = around.codec();
        this.work = work;
    }

    <R> R step(String name, Class<R> type, Callable<R> body) throws Exception {
        requireName(name);
        var known = finished();
        var before = known.get(name);
        if (before != null) {
            return codec.decode(before, type);
        }
        var result =
                Objects.requireNonNull(body.call(), () -> "step " + name + " gave null, which cannot be remembered");
        var encoded = encode(name, result);
        keepUntilTaken(name, encoded);
        known.put(name, encoded);
        return result;
    }

    /** Nothing is kept in memory: the caller may roll back. */
    <R> R step(Connection transaction, String name, Class<R> type, Callable<R> body) throws Exception {
        requireName(name);
        var inside = store.on(transaction);
        var before = inside.find(work, name);
        if (before.isPresent()) {
            return codec.decode(before.get(), type);
        }
        var result =
                Objects.requireNonNull(body.call(), () -> "step " + name + " gave null, which cannot be remembered");
        bursts.lease(transaction, work);
        judge(name, inside.keep(work, name, encode(name, result), MOST_STEPS));
        return result;
    }

    private Map<String, Payload> finished() {
        if (finished == null) {
            finished = store.all(work);
        }
        return finished;
    }

    /** The step has been done, so that it must be remembered; where that is in doubt, asking again is harmless. */
    private void keepUntilTaken(String name, Payload result) {
        for (int tries = 1; ; tries++) {
            try {
                bursts.lease(List.of(work));
                judge(name, store.keep(work, name, result, MOST_STEPS));
                return;
            } catch (DatabaseException failure) {
                if (tries == TRIES || !(failure.isRetryable() || failure.isOutcomeUnknown())) {
                    throw failure;
                }
            }
        }
    }

    private void judge(String name, String answer) {
        switch (answer) {
            case "lost" -> throw new JobLostException(new JobId(work.id()), work.attempt());
            case "full" ->
                throw new IllegalStateException(
                        "job " + work.id() + " has " + MOST_STEPS + " steps already; " + name + " is one too many");
            default -> {}
        }
    }

    private Payload encode(String name, Object result) {
        var encoded = codec.encode(result);
        if (encoded.bytes().length > MOST_BYTES) {
            throw new IllegalArgumentException("the result of a step has at most 64 KiB, that of " + name + " has "
                    + encoded.bytes().length + " bytes; store it elsewhere and return where it is");
        }
        return encoded;
    }

    private static void requireName(String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name of a step has 1 to 100 characters: \"" + name + "\"");
        }
    }
}
