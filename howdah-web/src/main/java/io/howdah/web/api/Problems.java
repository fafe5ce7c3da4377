// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.DatabaseException;
import io.howdah.HowdahException;
import io.howdah.web.WebException;
import java.time.DateTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Turns every failure into a problem, in this one place. */
public final class Problems {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    private static final String UNREACHABLE = "The database could not be reached. Nothing was changed; try again.";

    private final Json json = new Json();

    /** A failure as it is answered. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Told(int status, String code, String detail, byte[] body) {}

    public Told of(Throwable failure) {
        var problem = problem(failure);
        if (problem.status() >= 500) {
            log.warn("A request failed: {}", problem.code(), failure);
        }
        return new Told(problem.status(), problem.code(), problem.detail(), json.write(problem));
    }

    /** Of a request that only reads: whether it took effect is no question. */
    public Told ofReading(Throwable failure) {
        return failure instanceof DatabaseException broken && broken.isOutcomeUnknown()
                ? of(new CannotCreateTransactionException(message(broken), broken))
                : of(failure);
    }

    public Told of(int status) {
        var problem = Problem.of(status, code(status), sentence(status));
        return new Told(status, problem.code(), problem.detail(), json.write(problem));
    }

    private static Problem problem(Throwable failure) {
        return switch (failure) {
            case WebException known -> Problem.of(known.status(), known.code(), message(known));
            case DatabaseException known -> database(known);
            // Spring has opened the transaction of this request, or rather not: there was no connection in time.
            case CannotCreateTransactionException away -> Problem.of(503, "database-unreachable", UNREACHABLE);
            case HowdahException known -> Problem.of(status(known.code()), known.code(), message(known));
            case IllegalArgumentException refused -> Problem.of(400, "invalid-argument", message(refused));
            case DateTimeException refused ->
                Problem.of(400, code(400), "A time in the request is out of range: " + message(refused));
            case TypeMismatchException refused -> Problem.of(400, "invalid-argument", mismatch(refused));
            case ErrorResponse known -> {
                var status = known.getStatusCode().value();
                yield Problem.of(status, code(status), sentence(status));
            }
            default -> Problem.of(500, code(500), sentence(500));
        };
    }

    /** Of the class "data exception": a value is not one that the server has. */
    private static boolean isAboutTheRequest(DatabaseException failure) {
        return failure.sqlState() != null && failure.sqlState().startsWith("22");
    }

    /**
     * By code, so that a new exception of a capability needs one word here; a test compares it with the documentation.
     */
    static int status(String code) {
        return switch (code) {
            case "approval-not-entitled" -> 403;
            case "queue-unknown", "topic-unknown", "group-unknown", "approval-unknown", "schedule-unknown" -> 404;
            case "workspace-unknown", "workspace-version-unknown", "workspace-file-unknown" -> 404;
            case "delivery-unknown", "endpoint-unknown" -> 404;
            case "workspace-quota" -> 413;
            case "workspace-locked" -> 423;
            case "job-exists",
                    "job-lost",
                    "job-not-retryable",
                    "receipt-expired",
                    "topic-differs",
                    "version-conflict",
                    "workspace-stale-head" -> 409;
            case "approval-voted-already", "lock-lost", "lock-timeout", "notification-conflict" -> 409;
            case "workspace-change-expired", "workspace-file-exists", "workspace-directory-foreign" -> 409;
            case "offset-out-of-range" -> 416;
            case "payload-unwritable", "payload-unreadable", "payload-unknown-key", "payload-no-codec" -> 422;
            case "cron-invalid", "cron-never", "workflow-cycle", "workflow-unknown-node", "limit-cost-too-high" -> 422;
            case "notification-malformed", "notification-unknown-recipient", "notification-unknown-template" -> 422;
            case "notification-template-failed", "topic-kept-and-compacted", "key-missing" -> 422;
            case "workspace-path-invalid", "workspace-path-collision", "workspace-not-a-file" -> 422;
            case "workspace-store-unavailable", "workspace-store-unknown" -> 503;
            // What was stored is there no more, and only people can help.
            case "workspace-chunk-corrupt", "workspace-chunk-missing" -> 502;
            case "schema-missing", "schema-older", "schema-newer", "schema-changed", "schema-busy", "durability" -> 503;
            case "retry-later", "kafka-unavailable", "kafka-topic-missing", "kafka-topic-differs" -> 503;
            case "kafka-topic-foreign", "kafka-record-too-large", "kafka-gap", "kafka-diverged" -> 503;
            case "kafka-record-missing" -> 503;
            case "database-unreachable", "database-refused", "outcome-unknown" -> 503;
            case "lock-overrun", "lock-pooler", "lock-standby", "lock-stopped", "lock-limit" -> 503;
            default -> 500;
        };
    }

    private static Problem database(DatabaseException failure) {
        if (!isAboutTheRequest(failure)) {
            return Problem.of(503, failure.code(), sentence(failure));
        }
        log.info("What a request said cannot be stored: {}", message(failure));
        return Problem.of(
                400,
                code(400),
                "Something in the request cannot be stored as it was sent, such as a character that is none (NUL) or a"
                        + " number that is too large. Nothing was changed.");
    }

    /** What the server said may quote statements and values: it is in the log, not in the answer. */
    private static String sentence(DatabaseException failure) {
        if (failure.isOutcomeUnknown()) {
            return "Whether this took effect is not known: look before you repeat it, or repeat it with the same"
                    + " Idempotency-Key.";
        }
        return failure.isRetryable()
                ? UNREACHABLE
                : "The database refused this. Nothing was changed; the replica's log says why.";
    }

    private static String mismatch(TypeMismatchException failure) {
        var name = failure instanceof MethodArgumentTypeMismatchException known ? known.getName() : "A value";
        return name + " must be " + Forms.of(failure.getRequiredType()) + ".";
    }

    private static String message(Throwable failure) {
        return String.valueOf(failure.getMessage());
    }

    private static String code(int status) {
        return switch (status) {
            case 400 -> "invalid-argument";
            case 404 -> "not-found";
            case 405 -> "method-not-allowed";
            case 406 -> "not-acceptable";
            case 413 -> "body-too-large";
            case 415 -> "unsupported-media-type";
            default -> status < 500 ? "refused" : "internal";
        };
    }

    private static String sentence(int status) {
        return switch (status) {
            case 400 -> "The request cannot be understood as it was sent.";
            case 404 -> "There is nothing here.";
            case 405 -> "This is not done with this method.";
            case 406 -> "This cannot be had in the form that was asked for.";
            case 413 -> "The request is too large.";
            case 415 -> "The body must be sent as application/json.";
            default ->
                status < 500 ? "The request was refused." : "Something is broken here; the replica's log says what.";
        };
    }
}
