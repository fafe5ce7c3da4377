// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an attempt to deliver ended. Immutable. */
public final class ChannelAnswer {
    /** What kind of end it was. */
    enum Result {
        DELIVERED,
        FAILED,
        REFUSED,
        GONE
    }

    private final Result result;
    private final @Nullable String cause;
    private final @Nullable String error;
    private @Nullable Integer status;
    private @Nullable String peer;
    private @Nullable String answer;
    private @Nullable Duration retryAfter;

    private ChannelAnswer(Result result, @Nullable String cause, @Nullable String error) {
        this.result = result;
        this.cause = cause;
        this.error = error;
    }

    /** It was accepted at the other end. */
    public static ChannelAnswer delivered() {
        return new ChannelAnswer(Result.DELIVERED, null, null);
    }

    /** It was not, and is to be tried again. */
    public static ChannelAnswer failed(String error) {
        return new ChannelAnswer(Result.FAILED, "no-success", error);
    }

    /**
     * It was not, and never will be.
     *
     * @param cause one word, such as {@code refused}
     */
    public static ChannelAnswer refused(String cause, String error) {
        return new ChannelAnswer(Result.REFUSED, cause, error);
    }

    /** The receiver wants nothing any more. */
    static ChannelAnswer gone(String error) {
        return new ChannelAnswer(Result.GONE, "gone", error);
    }

    /** The number that the other end answered with. */
    public ChannelAnswer status(int status) {
        var copy = copy();
        copy.status = status;
        return copy;
    }

    /** What the other end said, of which 16 KB are kept. */
    public ChannelAnswer answer(String answer) {
        var copy = copy();
        copy.answer = answer;
        return copy;
    }

    /** Who the other end was. */
    public ChannelAnswer peer(String peer) {
        var copy = copy();
        copy.peer = peer;
        return copy;
    }

    /** Not to be tried again before this time has passed. */
    public ChannelAnswer retryAfter(Duration pause) {
        var copy = copy();
        copy.retryAfter = pause;
        return copy;
    }

    private ChannelAnswer copy() {
        var copy = new ChannelAnswer(result, cause, error);
        copy.status = status;
        copy.peer = peer;
        copy.answer = answer;
        copy.retryAfter = retryAfter;
        return copy;
    }

    Result result() {
        return result;
    }

    @Nullable
    String cause() {
        return cause;
    }

    @Nullable
    String error() {
        return error;
    }

    @Nullable
    Integer status() {
        return status;
    }

    @Nullable
    String peer() {
        return peer;
    }

    @Nullable
    String answer() {
        return answer;
    }

    Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
