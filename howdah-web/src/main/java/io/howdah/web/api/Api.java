// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.web.WebException;
import io.howdah.web.WebProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.ResponseEntity;

/** What every resource reads and answers with. Thread-safe. */
public final class Api {
    private static final String BODY = Api.class.getName() + ".body";

    private final Json json = new Json();
    private final Answers answers;
    private final WebProperties properties;

    Api(Answers answers, WebProperties properties) {
        this.answers = answers;
        this.properties = properties;
    }

    /** The body as JSON of that type; no more of it is read than a body may have. */
    public <T> T body(HttpServletRequest request, Class<T> type) {
        return json.read(bytes(request), type);
    }

    /** The same for what may be left out: no body at all says as much as an empty object. */
    public <T> T bodyIfAny(HttpServletRequest request, Class<T> type) {
        var bytes = bytes(request);
        return json.read(bytes.length == 0 ? new byte[] {'{', '}'} : bytes, type);
    }

    /** The fields of the body that are values, as text; none if it is not JSON. */
    public Map<String, String> fields(HttpServletRequest request) {
        return json.fields(bytes(request));
    }

    /** A value as this API writes it. */
    public byte[] written(Object value) {
        return json.write(value);
    }

    public ResponseEntity<byte[]> ok(Object value) {
        return new Answer(200, Optional.empty(), json.write(value)).entity();
    }

    /** Does what is asked, once for each Idempotency-Key of the caller; who repeats it is answered the same. */
    public ResponseEntity<byte[]> once(HttpServletRequest request, Supplier<?> action) {
        return answers.once(request, bytes(request), () -> new Answer(200, Optional.empty(), json.write(action.get())))
                .entity();
    }

    /** The same for what makes something new, which is then found under a path below the API's. */
    public ResponseEntity<byte[]> created(HttpServletRequest request, Supplier<Created> action) {
        return answers.once(request, bytes(request), () -> {
                    var made = action.get();
                    var location = request.getContextPath() + properties.path() + "/api/v1/" + made.path();
                    return new Answer(201, Optional.of(location), json.write(made.value()));
                })
                .entity();
    }

    /** The same for what takes several steps that are all done or none, also without a key. */
    public ResponseEntity<byte[]> createdTogether(HttpServletRequest request, Supplier<Created> action) {
        return created(request, () -> answers.together(action));
    }

    /** Something new, and where it is found. */
    public record Created(String path, Object value) {}

    /** The body as it was sent; no more of it is read than a body may have. */
    public byte[] bytes(HttpServletRequest request) {
        if (request.getAttribute(BODY) instanceof byte[] read) {
            return read;
        }
        try {
            var read = request.getInputStream().readNBytes(properties.mostBytes() + 1);
            if (read.length > properties.mostBytes()) {
                throw WebException.tooLarge(properties.mostBytes());
            }
            request.setAttribute(BODY, read);
            return read;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
