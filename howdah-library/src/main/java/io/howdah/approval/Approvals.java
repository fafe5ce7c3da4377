// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.Codec;
import io.howdah.CurrentTransaction;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that people decide. Thread-safe.
 *
 * <p>Who somebody is, and which groups he is in, is what your application has found out: a {@link Voter} is taken at
 * his word.
 */
public final class Approvals {
    private static final Logger log = LoggerFactory.getLogger(Approvals.class);
    private static final int MOST_LISTED = 1_000;
    private static final Duration LONGEST_DELEGATION = Duration.ofDays(366);

    /** How long requests are kept after their end unless {@link #keep} says otherwise: three years. */
    public static final Duration KEPT = Duration.ofDays(3 * 365);

    private static final Duration KEPT_AT_LEAST = Duration.ofMinutes(1);

    private final Db db;
    private final Codec codec;
    private final WorkEngine engine;
    private final CurrentTransaction transaction;
    private volatile Duration keep = KEPT;

    /** Made by {@link io.howdah.Howdah}. */
    public Approvals(Platform platform, WorkEngine engine) {
        this.db = platform.db();
        this.codec = platform.codec();
        this.engine = engine;
        this.transaction = platform.transaction();
        platform.backgrounds().register(ApprovalClock.loop(platform, engine, () -> keep));
    }

    /** Asks in the transaction that the calling thread is in, or else in one of our own. */
    public ApprovalId request(ApprovalRequest request) {
        var current = transaction.connection();
        if (current.isPresent()) {
            var decisions = new Decisions(db.on(current.get()), engine);
            var id = add(decisions, request);
            transaction.afterCommit(() -> decisions.queues().forEach(engine::signal));
            return id;
        }
        return decide(decisions -> add(decisions, request));
    }

    /** Asks in your transaction: the request exists if and when you commit. */
    public ApprovalId request(Connection transaction, ApprovalRequest request) {
        var decisions = new Decisions(db.on(transaction), engine);
        return add(decisions, request);
    }

    private ApprovalId add(Decisions decisions, ApprovalRequest request) {
        var store = decisions.store();
        var id = store.add(request, request.details().map(codec::encode).orElse(null));
        var number = 1;
        for (var next : request.continuations()) {
            decisions.continuations().add(id, number++, next, codec);
        }
        var requester = Voter.of(request.requester());
        var actingFor = request.actingFor();
        store.log(id, "requested", actingFor == null ? requester : requester.onBehalfOf(actingFor), null);
        if (request.supersedes()) {
            store.older(id, request.subject())
                    .forEach(older -> decisions.end(older, ApprovalState.SUPERSEDED, requester, "by approval " + id));
        }
        return id;
    }

    public Ballot approve(ApprovalId id, Voter voter) {
        return approve(id, voter, VoteOptions.none());
    }

    /**
     * Votes for a request.
     *
     * @throws NotEntitledException if the voter has asked for it, acts for whoever has, or is in none of its rules
     * @throws VotedAlreadyException if he has voted before
     */
    public Ballot approve(ApprovalId id, Voter voter, VoteOptions options) {
        return decide(decisions -> decisions.vote(id, voter, true, options));
    }

    /** Votes against a request, as {@link #approve} votes for it. */
    public Ballot reject(ApprovalId id, Voter voter, VoteOptions options) {
        return decide(decisions -> decisions.vote(id, voter, false, options));
    }

    /**
     * Approves alone, in an emergency. The reason is kept, and an alarm is logged.
     *
     * @throws NotEntitledException if the policy does not allow him to
     */
    public Ballot breakGlass(ApprovalId id, Voter voter, String reason) {
        VoteOptions.requireComment(reason);
        var ballot = decide(decisions -> decisions.breakGlass(id, voter, reason));
        if (ballot instanceof Ballot.Decided) {
            log.warn("Approval {} was approved by {} alone, in an emergency: {}", id, voter.name(), reason);
        }
        return ballot;
    }

    /** Takes a request back; only whoever has asked for it may. */
    public Ballot withdraw(ApprovalId id, String by, String reason) {
        VoteOptions.requireComment(reason);
        return decide(decisions -> decisions.withdraw(id, by, reason));
    }

    /** What is to be approved has changed: votes so far count no more. */
    public Ballot revise(ApprovalId id, String by, String digest) {
        ApprovalRequest.requireText("a digest", digest);
        return decide(decisions -> decisions.revise(id, Approvers.requireName(by), digest));
    }

    public void comment(ApprovalId id, String by, String comment) {
        VoteOptions.requireComment(comment);
        decide(decisions -> {
            decisions.comment(id, Approvers.requireName(by), comment);
            return id;
        });
    }

    /**
     * Gives up what should follow on the occasion at which a request is stuck, so that the rest of it can go on; false
     * when it is not stuck. Who did it and why is kept.
     */
    public boolean abandonFollowUp(ApprovalId id, String by, String reason) {
        VoteOptions.requireComment(reason);
        return decide(decisions -> decisions.abandon(id, Approvers.requireName(by), reason));
    }

    private <T> T decide(Function<Decisions, T> work) {
        var signal = new HashSet<String>();
        var answer = db.tx(transaction -> {
            var decisions = new Decisions(transaction, engine);
            var result = work.apply(decisions);
            signal.clear();
            signal.addAll(decisions.queues());
            return result;
        });
        signal.forEach(engine::signal);
        return answer;
    }

    /** For a time, the delegate may vote for the delegator, as a member of the groups that he is in now. */
    public void delegate(Voter delegator, String delegate, Duration period) {
        Approvers.requireName(delegate);
        if (delegator.name().equals(delegate)) {
            throw new IllegalArgumentException(delegate + " cannot delegate to himself");
        }
        if (!period.isPositive() || period.compareTo(LONGEST_DELEGATION) > 0) {
            throw new IllegalArgumentException("one delegates for up to 366 days: " + period);
        }
        reads().delegate(delegator, delegate, period);
    }

    /** Ends a delegation; false when there was none. */
    public boolean revoke(String delegator, String delegate) {
        return reads().revoke(delegator, delegate);
    }

    /**
     * How long requests are kept after their end, with their history; the process that cleans up decides, so say it in
     * all.
     */
    public void keep(Duration afterTheEnd) {
        if (afterTheEnd.compareTo(KEPT_AT_LEAST) < 0) {
            throw new IllegalArgumentException("requests are kept for a minute at least: " + afterTheEnd);
        }
        this.keep = afterTheEnd;
    }

    public Optional<Approval> find(ApprovalId id) {
        return reads().find(id);
    }

    /** What this person may vote on and has not, most urgent first. */
    public List<Approval> waitingFor(Voter voter, int limit) {
        return reads().waitingFor(voter, requireLimit(limit));
    }

    /** Newest first. */
    public List<Approval> list(ApprovalFilter filter, int limit) {
        return reads().list(filter, requireLimit(limit));
    }

    /** Those of which what time has done to them cannot be said, because what should follow cannot be done. */
    public List<Approval> stuck(int limit) {
        return reads().stuck(requireLimit(limit));
    }

    /** Everything that happened to it, in order. */
    public List<ApprovalStep> history(ApprovalId id, int limit) {
        return reads().steps(id, requireLimit(limit));
    }

    /**
     * Whether the history is as it was written: empty when it is, otherwise the first step that was changed, removed or
     * put in, or 0 when steps are missing at its end.
     */
    public Optional<Integer> tamperedStep(ApprovalId id) {
        return reads().tampered(id);
    }

    private ApprovalReadStore reads() {
        return new ApprovalReadStore(db);
    }

    private static int requireLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("a list has 1 to 1000 entries: " + limit);
        }
        return limit;
    }
}
