// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.log.DecisionStore.Decision;
import io.howdah.log.DecisionStore.Planned;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A group of readers as people see it: how far it is behind, what it has put aside, and what can be decided about that.
 * Everything works while the group reads. Thread-safe.
 */
public final class LogGroup {
    private final Platform platform;
    private final Codec codec;
    private final DecisionStore store;
    private final TopicStore.Known topic;
    private final int id;

    LogGroup(Platform platform, TopicStore.Known topic, int id) {
        this.platform = platform;
        this.codec = platform.codec();
        this.store = new DecisionStore(platform.db());
        this.topic = topic;
        this.id = id;
    }

    /** How far it is behind, for each partition. Nothing is counted: of a compacted topic it is that many at most. */
    public List<Lag> lag() {
        return store.lags(id);
    }

    /** The event at an offset, asked of the primary; empty if there is none, or none any more. */
    public Optional<LogEvent> event(int partition, long offset) {
        var part = new PartRef(topic.part(partition), partition);
        return new ReadStore(platform.db(), codec)
                .read(part, offset, offset + 1, 0, 1).events().stream().findFirst();
    }

    /** The first event at an offset or behind it, asked of the primary; empty if there is none yet. */
    public Optional<LogEvent> eventFrom(int partition, long offset) {
        var part = new PartRef(topic.part(partition), partition);
        return new ReadStore(platform.db(), codec)
                .read(part, offset, Long.MAX_VALUE, 0, 1).events().stream().findFirst();
    }

    /** Units that were put aside, the oldest first. */
    public List<Parked> parked(int limit) {
        return store.parked(id, limit);
    }

    /** Has a unit tried again that failed; false when it is not there, or not for anybody to decide. */
    public boolean retry(int partition, long unit, Decider by) {
        var part = topic.part(partition);
        return decide(new Decision("retry", part, unit, null), by, on -> on.due(id, part, unit));
    }

    /** Leaves a unit out that failed; what waited for it goes on. False when it is not for anybody to decide. */
    public boolean skip(int partition, long unit, Decider by) {
        var part = topic.part(partition);
        return decide(new Decision("skip", part, unit, null), by, on -> on.skip(id, part, unit));
    }

    /**
     * Puts another payload in the place of one event of a unit that failed, for this group alone. The log itself is not
     * changed. It is tried again when {@link #retry} is called.
     */
    public boolean replace(int partition, long offset, Object payload, Decider by) {
        var part = topic.part(partition);
        var encoded = codec.encode(payload);
        return decide(
                new Decision("replace", part, offset, encoded.bytes().length + " bytes of " + encoded.contentType()),
                by,
                on -> on.replace(id, part, offset, encoded));
    }

    /** Reads no further until it is resumed; a batch that has begun is finished. */
    public void pause(Decider by) {
        decide(new Decision("pause", null, null, null), by, on -> {
            on.pause(id, true);
            return true;
        });
    }

    public void resume(Decider by) {
        decide(new Decision("resume", null, null, null), by, on -> {
            on.pause(id, false);
            return true;
        });
    }

    /** What {@link #reset} would do. */
    public List<Move> planReset(StartAt to) {
        return plan(to).stream().map(Planned::move).toList();
    }

    /**
     * Puts the group at another place in every partition.
     *
     * @throws OffsetOutOfRangeException if a partition does not have that offset; nothing is changed then
     */
    public List<Move> reset(StartAt to, Decider by) {
        return move(plan(to), by);
    }

    /**
     * Puts the group at an offset of one partition; whoever is reading there is fenced off and its batch rolled back.
     *
     * @throws OffsetOutOfRangeException if the partition does not have that offset
     */
    public Move seek(int partition, long offset, Decider by) {
        var planned = store.plan(id, new long[] {topic.part(partition)}, StartAt.offset(offset));
        return move(planned, by).getFirst();
    }

    /** Where somebody last put the group in a partition, if anybody has. */
    public OptionalLong lastSeek(int partition) {
        return store.lastSeek(id, topic.part(partition));
    }

    /** Lets a partition go on that stands still, beginning with the unit at which it stopped. */
    public Move restart(int partition, Decider by) {
        var next = store.lags(id).get(partition).next();
        return seek(partition, next, by);
    }

    private List<Planned> plan(StartAt to) {
        return store.plan(id, topic.parts().stream().mapToLong(Long::longValue).toArray(), to);
    }

    private List<Move> move(List<Planned> planned, Decider by) {
        for (var one : planned) {
            var to = one.move().to();
            if (to < one.first() || to > one.next()) {
                throw new OffsetOutOfRangeException(topic.topic(), one.move().partition(), to, one.first(), one.next());
            }
        }
        platform.db().tx(transaction -> {
            planned.forEach(one -> seek(transaction, one, by));
            return true;
        });
        changed();
        return planned.stream().map(Planned::move).toList();
    }

    private void seek(Db transaction, Planned one, Decider by) {
        var on = store.on(transaction);
        on.seek(id, one.part(), one.move().to());
        on.decided(
                id,
                new Decision(
                        "seek",
                        one.part(),
                        one.move().to(),
                        "from " + one.move().from()),
                by);
    }

    private boolean decide(Decision decision, Decider by, Predicate<DecisionStore> action) {
        boolean decided = platform.db().tx(transaction -> {
            var on = store.on(transaction);
            if (!action.test(on)) {
                return false;
            }
            on.decided(id, decision, by);
            return true;
        });
        changed();
        return decided;
    }

    private void changed() {
        platform.wakeups().signal(EventLog.groupSignal(id));
    }
}
