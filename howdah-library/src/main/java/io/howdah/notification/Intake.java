// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.DatabaseException;
import io.howdah.Payload;
import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.notification.IntakeStore.Answer;
import io.howdah.work.WorkEngine;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Takes intents in and tells whoever has something to do now. Thread-safe. */
final class Intake {
    private static final String LOG = "log";

    private final Platform platform;
    private final WorkEngine engine;

    Intake(Platform platform, WorkEngine engine) {
        this.platform = platform;
        this.engine = engine;
    }

    /** In the transaction that the thread is in, or else in one of its own. */
    Acceptance accept(Intent intent) {
        var current = platform.transaction().connection();
        if (current.isPresent()) {
            var joined = accept(platform.db().on(current.get()), intent);
            platform.transaction().afterCommit(() -> tell(joined));
            return acceptance(joined);
        }
        var answer = accept(platform.db(), intent);
        tell(answer);
        return acceptance(answer);
    }

    Acceptance accept(Connection transaction, Intent intent) {
        var answer = accept(platform.db().on(transaction), intent);
        tellSoon(answer);
        return acceptance(answer);
    }

    private Answer accept(Db db, Intent intent) {
        var data = data(intent);
        try {
            return traced(db, intent.type(), store -> store.accept(intent, data));
        } catch (DatabaseException refused) {
            // What PostgreSQL cannot read as text or JSON: a NUL, half a character, a brace too few.
            var state = refused.sqlState();
            throw state != null && state.startsWith("22") ? NotificationRefusedException.unreadable(refused) : refused;
        }
    }

    /** Deliveries carry the trace of the intake that made them. */
    private Answer traced(Db db, String type, Function<IntakeStore, Answer> intake) {
        var traces = platform.traces();
        return traces.starting(Kind.NOTIFY, type, () -> {
            var trace = traces.current();
            if (trace.isEmpty()) {
                return intake.apply(new IntakeStore(db));
            }
            return db.tx(transaction -> {
                var store = new IntakeStore(transaction);
                return store.traced(trace.get(), () -> intake.apply(store));
            });
        });
    }

    private @Nullable String data(Intent intent) {
        var value = intent.data();
        if (value == null) {
            return intent.dataJson();
        }
        var payload = platform.codec().encode(value);
        if (!payload.contentType().equals(Payload.JSON)) {
            throw new IllegalArgumentException("the data of a notification must be JSON, for its receivers read it; the"
                    + " codec writes " + payload.contentType() + ", so give it by dataJson");
        }
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    Acceptance submit(String producer, byte[] raw) {
        var answer = traced(platform.db(), producer, store -> store.submit(producer, raw));
        tell(answer);
        return submission(answer);
    }

    Acceptance submit(Connection transaction, String producer, byte[] raw) {
        var answer = traced(platform.db().on(transaction), producer, store -> store.submit(producer, raw));
        tellSoon(answer);
        return submission(answer);
    }

    void tell(Answer answer) {
        tell(answer, engine.deliveries()::signal, platform.wakeups()::signal);
    }

    private void tellSoon(Answer answer) {
        tell(answer, engine.deliveries()::signalSoon, platform.wakeups()::signalSoon);
    }

    private static void tell(Answer answer, IntConsumer queues, Consumer<String> topics) {
        if (answer.opened()) {
            topics.accept(WorkEngine.SETTINGS);
        }
        answer.queues().forEach(queue -> queues.accept(queue.intValue()));
        if (answer.logged()) {
            topics.accept(LOG);
        }
        answer.people().forEach(person -> topics.accept(Inbox.topic(person)));
    }

    private static Acceptance acceptance(Answer answer) {
        return switch (answer.outcome()) {
            case "accepted" -> new Acceptance.Accepted(new NotificationId(answer.requireId()), answer.count());
            case "repeated" -> new Acceptance.Repeated(new NotificationId(answer.requireId()), answer.count());
            case "conflict" ->
                throw new NotificationConflictException(
                        String.valueOf(answer.reason()), new NotificationId(answer.requireId()));
            default -> throw NotificationRefusedException.of(answer.outcome(), String.valueOf(answer.reason()));
        };
    }

    static Acceptance submission(Answer answer) {
        return answer.outcome().equals("quarantined")
                ? new Acceptance.Quarantined(new MalformedId(answer.requireId()), String.valueOf(answer.reason()))
                : acceptance(answer);
    }
}
