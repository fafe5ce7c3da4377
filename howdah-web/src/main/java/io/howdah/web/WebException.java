// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.HowdahException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that cannot be done as it was sent; says with which status. */
public final class WebException extends HowdahException {
    private final int status;
    private final Optional<String> loginPath;
    private final Map<String, String> headers;

    private WebException(int status, String code, String message, @Nullable Throwable cause) {
        this(status, code, message, cause, Optional.empty());
    }

    private WebException(
            int status, String code, String message, @Nullable Throwable cause, Optional<String> loginPath) {
        super(code, message, cause);
        this.status = status;
        this.loginPath = loginPath;
        this.headers = Map.of();
    }

    private WebException(int status, Map<String, String> headers, String code, String message) {
        super(code, message, null);
        this.status = status;
        this.loginPath = Optional.empty();
        this.headers = Map.copyOf(headers);
    }

    public static WebException notFound(String message) {
        return new WebException(404, "not-found", message, null);
    }

    public static WebException unauthenticated(Optional<String> loginPath) {
        return new WebException(
                401,
                "unauthenticated",
                "Nobody who is known sent this. Send a key as \"Authorization: Bearer …\", or log in.",
                null,
                loginPath);
    }

    public static WebException forbidden(String caller, String permission) {
        return new WebException(
                403, "forbidden", caller + " may not do this: it takes the permission " + permission + ".", null);
    }

    public static WebException forged() {
        return new WebException(
                403,
                "forged",
                "This may have been sent by another site: the form's token is missing or old. Reload the page and try"
                        + " again.",
                null);
    }

    public static WebException invalid(String message) {
        return new WebException(400, "invalid-argument", message, null);
    }

    public static WebException malformed(String message, @Nullable Throwable cause) {
        return new WebException(400, "malformed-body", message, cause);
    }

    public static WebException unsupported(String message) {
        return new WebException(415, "unsupported-media-type", message, null);
    }

    public static WebException tooLarge(int most) {
        return new WebException(413, "body-too-large", "A body has at most " + most + " bytes.", null);
    }

    public static WebException otherRequest() {
        return new WebException(
                422,
                "idempotency-mismatch",
                "This Idempotency-Key was sent before with another request. Use a new key for a new request.",
                null);
    }

    public static WebException tooMany(long seconds) {
        var pause = Long.toString(Math.max(1, seconds));
        return new WebException(
                429,
                Map.of("Retry-After", pause),
                "too-many-attempts",
                "Too many attempts. Try again in " + pause + " s.");
    }

    /** It is somebody else's turn; worth another try after that long. */
    public static WebException busy(String code, String message, Duration after) {
        var seconds = Long.toString(Math.max(1, after.plusMillis(999).toSeconds()));
        return new WebException(409, Map.of("Retry-After", seconds), code, message);
    }

    /** More was asked for than a limit allows; the headers say when it may be asked again. */
    public static WebException limited(String message, Map<String, String> headers) {
        return new WebException(429, headers, "limited", message);
    }

    /** What was asked for begins after the end of what there is. */
    public static WebException outOfRange(long size) {
        return new WebException(
                416,
                Map.of("Content-Range", "bytes */" + size),
                "range-not-satisfiable",
                "The range begins after the end: there are " + size + " bytes.");
    }

    /** In an archive is something that a workspace cannot hold. */
    public static WebException notAFile(String path) {
        return new WebException(
                422,
                "workspace-not-a-file",
                "\"" + path + "\" is a link or the like, which a workspace cannot hold: take it out of the archive.",
                null);
    }

    /** An archive is larger than its workspace may be. */
    public static WebException overQuota(String workspace, long most) {
        return new WebException(
                413,
                "workspace-quota",
                "The archive has more bytes than workspace " + workspace + " may have, which is " + most + ".",
                null);
    }

    public static WebException conflict(String message) {
        return new WebException(409, "conflict", message, null);
    }

    /** It is not shown as it is, and cannot be shown in part. */
    public static WebException revealNeeded(String what) {
        return new WebException(
                403,
                "reveal-needed",
                what + ": what is in it cannot be masked, so it is not shown. Those who operate can reveal it, which is"
                        + " written down.",
                null);
    }

    /** Looking for a value in it would tell it by asking often. */
    public static WebException fieldMasked(String name) {
        return new WebException(
                403,
                "field-masked",
                "What is in fields named \"" + name + "\" is masked, so nothing can be looked for in them.",
                null);
    }

    /** It was copied from where something was masked. */
    public static WebException masked() {
        return new WebException(
                422,
                "masked",
                "This has a mask in it, which would become the data. Reveal what it was made of, and edit that.",
                null);
    }

    /** Nobody gets in this way. */
    public static WebException loginRefused(String why) {
        return new WebException(403, "login-refused", why, null);
    }

    /** Who would vouch for people cannot be reached. */
    public static WebException loginUnavailable() {
        return new WebException(
                503, "login-unavailable", "The provider that people log in by cannot be reached. Try again.", null);
    }

    /** What the answer has besides. */
    public Map<String, String> headers() {
        return headers;
    }

    public int status() {
        return status;
    }

    /** Where a person can log in, if that is what is missing. */
    public Optional<String> loginPath() {
        return loginPath;
    }
}
