// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.log.AppendStore.Addressed;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The event log: append in your transaction, read in order, as often and from as many groups as you like. Thread-safe.
 *
 * <p>A leading {@link Connection} means in your transaction: the event exists if and when you commit. Without one it is
 * appended in the transaction that the thread is in, where a framework keeps one
 * ({@link io.howdah.CurrentTransaction}), and else in one of its own.
 */
public final class EventLog {
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_AT_ONCE = 10_000;

    /** How many events a search looks at. */
    private static final int LOOK = 5_000;

    /** For clients that know no more: {@code select howdah.wake('log')}. */
    private static final String APPENDED = "log";

    private final Platform platform;
    private final Codec codec;
    private final TopicStore topics;
    private final News news;
    private final AppendStore appends;
    private final Appender deferred;
    private final Appender inline;
    private final ReadStore reads;
    private final EventIds ids = new EventIds();
    private final Handover handover = new Handover();
    private final Sequencer sequencer;
    private final Consumers consumers = new Consumers();

    /** Made by {@link io.howdah.Howdah}. */
    public EventLog(Platform platform) {
        this.platform = platform;
        this.codec = platform.codec();
        this.topics = new TopicStore(platform.db());
        this.news = new News(platform.wakeups(), topics);
        this.appends = new AppendStore(platform.db());
        this.deferred = new Appender(appends::append);
        this.inline = new Appender(appends::appendInline);
        this.reads = new ReadStore(platform.reads(), codec);
        this.sequencer = new Sequencer(new SequenceStore(platform.db()), handover, news::tell);
        platform.wakeups().subscribe(APPENDED, sequencer.loop()::wake);
        platform.backgrounds().register(sequencer.loop());
        platform.backgrounds().register(LogUpkeep.loop(platform));
        platform.backgrounds().register(LogUpkeep.compaction(platform));
        platform.backgrounds().register(consumers);
    }

    static String groupSignal(int group) {
        return "log-group:" + group;
    }

    /**
     * Makes a topic, or says how long, and how many of, its events are kept from now on.
     *
     * @throws TopicException if it is there with another number of partitions or another numbering, or compacted where
     *     this one is not, or the other way round
     */
    public void create(Topic topic) {
        topics.create(topic);
    }

    public Appended append(Topic topic, NewEvent event) {
        return appendAll(topic, List.of(event)).getFirst();
    }

    /** Appends in your transaction. */
    public Appended append(Connection transaction, Topic topic, NewEvent event) {
        return appendAll(transaction, topic, List.of(event)).getFirst();
    }

    /** Appends all or none; those that go to the same partition are one unit. */
    public List<Appended> appendAll(Topic topic, List<NewEvent> events) {
        var current = platform.transaction().connection();
        return current.isPresent()
                ? appendAll(current.get(), topic, events)
                : platform.traces().starting(Kind.APPEND, topic.name(), () -> appendNow(topic, events));
    }

    private List<Appended> appendNow(Topic topic, List<NewEvent> events) {
        var known = topics.known(topic);
        var addressed = address(known, events);
        var appended = (known.inline() ? inline : deferred).append(addressed);
        if (known.inline()) {
            news.tell(addressed.stream().map(Addressed::part).collect(Collectors.toSet()));
        } else {
            numberSoon();
        }
        return appended;
    }

    /** By this process, which then wakes readers; one that is not started leaves it to others. */
    private void numberSoon() {
        if (sequencer.loop().isStarted()) {
            sequencer.loop().wake();
        } else {
            platform.wakeups().signal(APPENDED);
        }
    }

    /** Appends all in your transaction; everything that it appends to one partition is one unit. */
    public List<Appended> appendAll(Connection transaction, Topic topic, List<NewEvent> events) {
        return platform.traces().starting(Kind.APPEND, topic.name(), () -> appendIn(transaction, topic, events));
    }

    private List<Appended> appendIn(Connection transaction, Topic topic, List<NewEvent> events) {
        var db = platform.db().on(transaction);
        var known = topics.known(db, topic);
        var addressed = address(known, events);
        var store = appends.on(db);
        var appended = known.inline() ? store.appendInline(addressed) : store.append(addressed);
        if (known.inline()) {
            news.tellSoon(known.id());
        } else {
            platform.wakeups().tellSoon(APPENDED, this::numberSoon);
        }
        return appended;
    }

    /**
     * Appends in your transaction an event that has an id, unless one with that id was appended to the topic in the
     * last seven days; empty if so. Whoever appends the same id at the same time waits for your commit.
     */
    public Optional<Appended> appendOnce(Connection transaction, Topic topic, NewEvent event) {
        var id = event.attributes().id();
        if (id == null) {
            throw new IllegalArgumentException("an event that is appended once needs an id: " + event.type());
        }
        var db = platform.db().on(transaction);
        return new ConditionStore(db).isFirst(topics.known(db, topic).id(), id)
                ? Optional.of(append(transaction, topic, event))
                : Optional.empty();
    }

    public Optional<Appended> appendOnce(Topic topic, NewEvent event) {
        return inTransaction(connection -> appendOnce(connection, topic, event));
    }

    /**
     * Appends in your transaction events of one key, if as many were appended to it by this method before as you
     * expect. Whoever appends to the same key waits for your commit.
     *
     * @throws VersionConflictException if there are more or fewer; nothing is appended, roll back
     */
    public List<Appended> appendExpecting(Connection transaction, Topic topic, long version, List<NewEvent> events) {
        var keys = events.stream().map(NewEvent::key).distinct().toList();
        if (keys.size() != 1 || keys.getFirst().isEmpty()) {
            throw new IllegalArgumentException("events that expect a version have one key, not " + keys);
        }
        var key = keys.getFirst().get();
        var db = platform.db().on(transaction);
        var actual = new ConditionStore(db).expect(topics.known(db, topic).id(), key, version, events.size());
        if (actual != version) {
            throw new VersionConflictException(topic, key, version, actual);
        }
        return appendAll(transaction, topic, events);
    }

    public List<Appended> appendExpecting(Topic topic, long version, List<NewEvent> events) {
        return inTransaction(connection -> appendExpecting(connection, topic, version, events));
    }

    /** The one that the calling thread is in, or else one of our own. */
    private <T> T inTransaction(Function<Connection, T> work) {
        return platform.transaction()
                .connection()
                .map(work)
                .orElseGet(() -> platform.db().once(work::apply));
    }

    private List<Addressed> address(TopicStore.Known known, List<NewEvent> events) {
        if (events.isEmpty() || events.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("1 to 10000 events are appended at once, not " + events.size());
        }
        // What has no key goes anywhere, but together.
        var anywhere = ThreadLocalRandom.current().nextInt(known.topic().partitions());
        var trace = platform.traces().current();
        var addressed = new ArrayList<Addressed>(events.size());
        for (var one : events) {
            var event = trace.map(one::traced).orElse(one);
            if (known.isCompacted() && event.key().isEmpty()) {
                throw TopicException.keyMissing(known.topic().name(), event.type());
            }
            var payload = codec.encode(event.payload());
            if (payload.bytes().length > MOST_BYTES) {
                throw new IllegalArgumentException("the payload of an event has at most 1 MiB, that of " + event.type()
                        + " has " + payload.bytes().length + " bytes; store it elsewhere and append where it is");
            }
            var partition = event.key().map(known.topic()::partitionOf).orElse(anywhere);
            var id = Objects.requireNonNullElseGet(event.attributes().id(), ids::next);
            addressed.add(new Addressed(event, id, payload, known.part(partition), partition, 0));
        }
        return addressed;
    }

    /** Has this process read a topic for a group, once it is started. */
    public void handle(Topic topic, String group, GroupOptions options, EventHandler handler) {
        if (!Topic.ALLOWED.matcher(group).matches()) {
            throw new IllegalArgumentException(
                    "the name of a group has 1 to 100 letters, digits or . _ : / - and begins"
                            + " with a letter or digit: \"" + group + "\"");
        }
        var known = topics.known(topic);
        var traced = new TracedHandler(platform.traces(), handler);
        consumers.add(
                "group " + group + " of topic " + topic,
                () -> new GroupConsumer(
                        platform, news, handover, new GroupConsumer.Subject(known, group, options, traced)));
    }

    /**
     * A group, to look at and to decide about.
     *
     * @throws TopicException if there is no such topic, or nobody has ever read it for such a group
     */
    public LogGroup group(Topic topic, String group) {
        var known = topics.find(topic.name()).orElseThrow(() -> TopicException.unknown(topic.name()));
        var id = new DecisionStore(platform.db())
                .group(known.id(), group)
                .orElseThrow(() -> TopicException.noGroup(topic.name(), group));
        return new LogGroup(platform, known, id);
    }

    /**
     * Events of a partition in order, from an offset on; none when there are none yet.
     *
     * @throws OffsetOutOfRangeException if events from that offset on have been dropped already, or it lies ahead
     */
    public List<LogEvent> read(Topic topic, int partition, long from, int limit) {
        var known = topics.known(topic);
        var part = new PartRef(known.part(partition), partition);
        var events = reads.read(part, from, Long.MAX_VALUE, 0, limit).events();
        if (events.isEmpty() || events.getFirst().offset() != from) {
            var bounds = reads.bounds(new long[] {part.id()}).getFirst();
            if (from < bounds.first() || from > bounds.next()) {
                throw new OffsetOutOfRangeException(topic, partition, from, bounds.first(), bounds.next());
            }
        }
        return events;
    }

    /** Events that a query finds, by offset. It may have to look at many: for people, not for handlers. */
    public List<LogEvent> list(Topic topic, EventQuery query, int limit) {
        var found = new ArrayList<LogEvent>();
        var rest = query;
        while (true) {
            var page = search(topic, rest, limit - found.size());
            found.addAll(page.events());
            if (found.size() >= limit || page.next().isEmpty()) {
                return List.copyOf(found);
            }
            rest = rest.from(page.next().getAsLong());
        }
    }

    /** The first events that a query finds, by offset, among 5 000 or so: it says where it stopped. */
    public EventPage search(Topic topic, EventQuery query, int limit) {
        var parts = query.parts(topics.known(topic));
        var bounds = reads.bounds(parts);
        var from = Math.max(
                query.from(),
                bounds.stream().mapToLong(ReadStore.Bounds::first).min().orElse(0));
        var since = query.search().since();
        if (since != null) {
            from = Math.max(
                    from,
                    LongStream.of(parts)
                            .map(part -> reads.offsetAt(Math.toIntExact(part), since))
                            .min()
                            .orElse(0));
        }
        var upTo = from + Math.max(1, LOOK / Math.max(1, parts.length));
        var found = reads.search(parts, from, upTo, query.search(), limit);
        if (found.size() >= limit) {
            // Of several partitions, what has the same offset in another may be left.
            return new EventPage(
                    found,
                    parts.length == 1 && !found.isEmpty()
                            ? OptionalLong.of(found.getLast().offset() + 1)
                            : OptionalLong.empty());
        }
        var end = bounds.stream().mapToLong(ReadStore.Bounds::next).max().orElse(0);
        return new EventPage(found, upTo < end ? OptionalLong.of(upTo) : OptionalLong.empty());
    }

    /** What each partition of a topic holds. */
    public List<PartitionInfo> partitions(Topic topic) {
        var parts = topics.known(topic).parts();
        return reads.bounds(parts.stream().mapToLong(Long::longValue).toArray()).stream()
                .map(bounds -> new PartitionInfo(bounds.partition(), bounds.first(), bounds.next()))
                .toList();
    }

    /** How far compaction has come in each partition; empty if the topic is not compacted. */
    public List<CompactionState> compaction(Topic topic) {
        var parts = topics.known(topic).parts();
        return reads.compactions(parts.stream().mapToLong(Long::longValue).toArray());
    }

    /**
     * Grows when offsets may mean other events than before, for whoever keeps a copy of any topic: after a restore, a
     * failover or a crash. Ask after reading: whoever has seen an offset of a new epoch finds it here.
     */
    public long epoch() {
        return topics.epoch();
    }

    /** The first offset of a partition whose event was numbered at this time or later. */
    public long offsetAt(Topic topic, int partition, Instant time) {
        return reads.offsetAt(topics.known(topic).part(partition), time);
    }

    /** Shows events as they are numbered, from now on, until it is closed. Called from a thread of its own. */
    public Tail tail(Topic topic, Consumer<LogEvent> watcher) {
        return new Tail(new ReadStore(platform.db(), codec), topics.known(topic), news, watcher);
    }
}
