// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.internal.db.Db;
import io.howdah.work.NewWork;
import io.howdah.work.WorkEngine;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests, in one transaction each: the row is locked, the vote written, the rules judged, the state changed,
 * the step sealed and what follows done, or nothing of it. Used for one transaction.
 */
final class Decisions {
    private final ApprovalStore store;
    private final ApprovalReadStore reads;
    private final ContinuationStore continuations;
    private final WorkEngine engine;
    private final Db transaction;
    private final Set<String> queues = new HashSet<>();

    Decisions(Db transaction, WorkEngine engine) {
        this.transaction = transaction;
        this.store = new ApprovalStore(transaction);
        this.reads = new ApprovalReadStore(transaction);
        this.continuations = new ContinuationStore(transaction);
        this.engine = engine;
    }

    ApprovalStore store() {
        return store;
    }

    ContinuationStore continuations() {
        return continuations;
    }

    /** Where something was enqueued; to be told after the commit. */
    Set<String> queues() {
        return queues;
    }

    Ballot vote(ApprovalId id, Voter voter, boolean approves, VoteOptions options) {
        var request = reads.lock(id);
        var refusal = refusal(request, options);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        var groups = entitled(request, voter);
        if (request.hasVoted(voter)) {
            throw new VotedAlreadyException(voter.represented(), id);
        }
        var vote = new Case.CastVote(voter.name(), voter.represented(), groups, approves);
        store.vote(id, vote, options.commentOrNull());
        store.log(id, approves ? "voted for" : "voted against", voter, options.commentOrNull());
        return judge(reads.lock(id), voter, options.commentOrNull());
    }

    private Ballot judge(Case request, Voter voter, @Nullable String comment) {
        var id = request.approval().id();
        if (request.rejections() >= request.rejectAfter()) {
            end(id, ApprovalState.REJECTED, voter, comment);
            return new Ballot.Decided(ApprovalState.REJECTED);
        }
        var progress = Tally.of(request);
        if (progress.stream().allMatch(RuleProgress::holds)) {
            end(id, ApprovalState.APPROVED, voter, comment);
            return new Ballot.Decided(ApprovalState.APPROVED);
        }
        return new Ballot.Counted(progress);
    }

    Ballot breakGlass(ApprovalId id, Voter voter, String reason) {
        var request = reads.lock(id);
        var refusal = refusal(request, VoteOptions.none());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        requireDisinterested(request, voter);
        if (!request.breakGlass().include(voter.name(), voter.groups())) {
            throw new NotEntitledException(voter.name(), id, "he may not approve alone in an emergency");
        }
        store.log(id, "glass broken", voter, reason);
        end(id, ApprovalState.APPROVED, voter, reason);
        return new Ballot.Decided(ApprovalState.APPROVED);
    }

    Ballot withdraw(ApprovalId id, String by, String reason) {
        var request = reads.lock(id);
        var refusal = refusal(request, VoteOptions.none());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (!request.approval().requester().equals(by) && !request.actingFor().equals(Optional.of(by))) {
            throw new NotEntitledException(by, id, "only " + request.approval().requester() + " may withdraw it");
        }
        end(id, ApprovalState.WITHDRAWN, Voter.of(by), reason);
        return new Ballot.Decided(ApprovalState.WITHDRAWN);
    }

    /** Votes so far were cast on something else: they count no more. */
    Ballot revise(ApprovalId id, String by, String digest) {
        var request = reads.lock(id);
        var refusal = refusal(request, VoteOptions.none());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (!request.approval().digest().equals(Optional.of(digest))) {
            store.revise(id, digest);
            store.log(id, "revised", Voter.of(by), digest);
        }
        return new Ballot.Counted(Tally.of(reads.lock(id)));
    }

    void comment(ApprovalId id, String by, String comment) {
        reads.lock(id);
        store.log(id, "commented", Voter.of(by), comment);
    }

    boolean abandon(ApprovalId id, String by, String reason) {
        reads.lock(id);
        continuations.drop(id);
        if (!store.free(id)) {
            return false;
        }
        store.log(id, "follow-up abandoned", Voter.of(by), reason);
        return true;
    }

    /** Ends the request, writes that down and starts what follows. */
    void end(ApprovalId id, ApprovalState state, Voter by, @Nullable String reason) {
        store.decide(id, state, by.name(), reason);
        happened(id, Occasion.valueOf(state.name()), by, reason);
    }

    void happened(ApprovalId id, Occasion occasion, Voter by, @Nullable String reason) {
        store.log(id, occasion.name().toLowerCase(Locale.ROOT), by, reason);
        for (NewWork work : continuations.jobs(id, occasion)) {
            engine.add(transaction, work);
            queues.add(work.queue());
        }
        queues.addAll(continuations.send(id, occasion));
        continuations.append(id, occasion);
    }

    private Optional<Ballot> refusal(Case request, VoteOptions options) {
        var approval = request.approval();
        if (approval.state().isFinal()) {
            return Optional.of(new Ballot.TooLate(approval));
        }
        return options.seenDigest()
                .filter(seen -> !approval.digest().equals(Optional.of(seen)))
                .map(seen -> new Ballot.Changed(approval));
    }

    /** Not even in an emergency: whoever asks does not approve. */
    private void requireDisinterested(Case request, Voter voter) {
        var id = request.approval().id();
        for (var interested : interested(request)) {
            if (voter.name().equals(interested) || voter.represented().equals(interested)) {
                throw new NotEntitledException(voter.name(), id, interested + " has asked for it");
            }
            if (reads.delegated(interested, voter.name()).isPresent()) {
                throw new NotEntitledException(
                        voter.name(), id, "the request is by " + interested + ", for whom that voter acts");
            }
        }
    }

    /** The groups in whose name the vote counts. */
    private Set<String> entitled(Case request, Voter voter) {
        var id = request.approval().id();
        requireDisinterested(request, voter);
        var groups = voter.onBehalfOf()
                .map(delegator -> reads.delegated(delegator, voter.name())
                        .orElseThrow(() -> new NotEntitledException(
                                voter.name(), id, delegator + " has not delegated that, or not for now")))
                .orElse(voter.groups());
        if (!request.isEntitled(voter.represented(), groups)) {
            throw new NotEntitledException(voter.represented(), id, "none of its rules names that voter");
        }
        return groups;
    }

    private static Set<String> interested(Case request) {
        var interested = new HashSet<String>();
        interested.add(request.approval().requester());
        request.actingFor().ifPresent(interested::add);
        return interested;
    }
}
