// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What somebody asks others to approve. Immutable: every method answers with a changed copy. */
public final class ApprovalRequest {
    private static final int LONGEST = 200;
    private static final int MOST_CONTINUATIONS = 20;

    private final String subject;
    private final String requester;
    private final ApprovalPolicy policy;
    private @Nullable String actingFor;
    private @Nullable String digest;
    private @Nullable Object details;
    private Map<String, String> labels = Map.of();
    private @Nullable String correlation;
    private boolean supersedes;
    private List<Continuation> continuations = List.of();

    private ApprovalRequest(String subject, String requester, ApprovalPolicy policy) {
        this.subject = subject;
        this.requester = requester;
        this.policy = policy;
    }

    /**
     * Asks for something.
     *
     * @param subject what it is about, such as {@code deploy/shop/production}: newer requests can supersede older ones
     * @param requester who asks, and may therefore not approve
     */
    public static ApprovalRequest of(String subject, String requester, ApprovalPolicy policy) {
        return new ApprovalRequest(requireText("a subject", subject), Approvers.requireName(requester), policy);
    }

    /** For whom the requester asks, who may not approve either. */
    public ApprovalRequest actingFor(String somebody) {
        return copy(request -> request.actingFor = Approvers.requireName(somebody));
    }

    /** Of what exactly is to be approved: a vote on another digest does not count. */
    public ApprovalRequest digest(String digest) {
        return copy(request -> request.digest = requireText("a digest", digest));
    }

    /** For people to look at: anything the codec can write, up to 64 KB. */
    public ApprovalRequest details(Object details) {
        return copy(request -> request.details = details);
    }

    /** To find it by, such as {@code environment} and {@code production}. */
    public ApprovalRequest label(String name, String value) {
        var more = new LinkedHashMap<>(labels);
        more.put(requireText("a label", name), requireText("the value of label " + name, value));
        return copy(request -> request.labels = Map.copyOf(more));
    }

    /** What it belongs to, carried on to whatever it starts. */
    public ApprovalRequest correlation(String correlation) {
        return copy(request -> request.correlation = requireText("a correlation", correlation));
    }

    /** Takes the place of requests for the same subject that still wait. */
    public ApprovalRequest supersedesOlder() {
        return copy(request -> request.supersedes = true);
    }

    /** Enqueues the job in the transaction in which that happens. */
    public <T> ApprovalRequest on(Occasion occasion, JobType<T> type, T payload) {
        return with(new Continuation.Job(occasion, type, payload));
    }

    /** Sends the message in the transaction in which that happens. */
    public <T> ApprovalRequest on(Occasion occasion, QueueName<T> queue, T payload) {
        return with(new Continuation.Message(occasion, queue.name(), payload));
    }

    /** Appends the event in the transaction in which that happens. */
    public ApprovalRequest on(Occasion occasion, Topic topic, NewEvent event) {
        return with(new Continuation.Event(occasion, topic.name(), event));
    }

    private ApprovalRequest with(Continuation next) {
        var more = new ArrayList<>(continuations);
        more.add(next);
        if (more.size() > MOST_CONTINUATIONS) {
            throw new IllegalArgumentException("a request starts at most 20 things: " + more.size());
        }
        return copy(request -> request.continuations = List.copyOf(more));
    }

    private ApprovalRequest copy(Consumer<ApprovalRequest> change) {
        var copy = new ApprovalRequest(subject, requester, policy);
        copy.actingFor = actingFor;
        copy.digest = digest;
        copy.details = details;
        copy.labels = labels;
        copy.correlation = correlation;
        copy.supersedes = supersedes;
        copy.continuations = continuations;
        change.accept(copy);
        return copy;
    }

    static String requireText(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            throw new IllegalArgumentException(what + " has 1 to 200 characters: \"" + text + "\"");
        }
        return text;
    }

    String subject() {
        return subject;
    }

    String requester() {
        return requester;
    }

    ApprovalPolicy policy() {
        return policy;
    }

    @Nullable
    String actingFor() {
        return actingFor;
    }

    @Nullable
    String digest() {
        return digest;
    }

    Optional<Object> details() {
        return Optional.ofNullable(details);
    }

    Map<String, String> labels() {
        return labels;
    }

    @Nullable
    String correlation() {
        return correlation;
    }

    boolean supersedes() {
        return supersedes;
    }

    List<Continuation> continuations() {
        return continuations;
    }
}
