// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.internal.db.Batcher;
import io.howdah.log.AppendStore.Addressed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Appends for many threads in one statement and one commit; what each of them appends stays a unit. Thread-safe. */
final class Appender {
    private static final int MOST_BYTES = 8 << 20;

    /** An event weighs at least this much, so that a batch has a thousand of them at most. */
    private static final int EVENT_BYTES = 8 << 10;

    private final Function<List<Addressed>, List<Appended>> append;
    private final Batcher<List<Addressed>, List<Appended>> batcher =
            new Batcher<>(MOST_BYTES, Appender::weight, this::appendAll);

    Appender(Function<List<Addressed>, List<Appended>> append) {
        this.append = append;
    }

    List<Appended> append(List<Addressed> events) {
        return batcher.ask(events);
    }

    private static long weight(List<Addressed> events) {
        return events.stream()
                .mapToLong(event -> EVENT_BYTES + event.payload().bytes().length)
                .sum();
    }

    private List<List<Appended>> appendAll(List<List<Addressed>> calls) {
        var events = new ArrayList<Addressed>();
        for (int i = 0; i < calls.size(); i++) {
            int call = i + 1;
            calls.get(i).forEach(event -> events.add(event.inCall(call)));
        }
        var appended = send(calls.size() == 1 ? calls.getFirst() : events);
        var answers = new ArrayList<List<Appended>>();
        int from = 0;
        for (var call : calls) {
            answers.add(appended.subList(from, from + call.size()));
            from += call.size();
        }
        return answers;
    }

    /** Once more when the server rolled it back: its slice may have ended just then. */
    private List<Appended> send(List<Addressed> events) {
        try {
            return append.apply(events);
        } catch (DatabaseException failure) {
            if (!failure.isRolledBack()) {
                throw failure;
            }
            return append.apply(events);
        }
    }
}
