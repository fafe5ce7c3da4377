// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.WebException;
import io.howdah.web.access.Gate;
import jakarta.servlet.http.HttpServletRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Does a request once per Idempotency-Key and caller.
 *
 * <p>The key is taken and the answer kept in the transaction in which work is added: both are there or neither is. A
 * second request with the key waits for the first at the key's row, and then finds its answer. What changes a setting
 * does not join that transaction; a crash in between may have it done twice, which is the same as once.
 */
final class Answers {
    private static final String HEADER = "Idempotency-Key";
    private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

    private final AnswerStore store;
    private final TransactionTemplate transaction;

    Answers(AnswerStore store, TransactionTemplate transaction) {
        this.store = store;
        this.transaction = transaction;
    }

    Answer once(HttpServletRequest request, byte[] body, Supplier<Answer> action) {
        var key = request.getHeader(HEADER);
        if (key == null) {
            return action.get();
        }
        if (!KEY.matcher(key).matches()) {
            throw WebException.invalid(HEADER + " has 1 to 200 printable ASCII characters.");
        }
        var caller = Gate.caller(request)
                .map(known -> known.kind() + ":" + known.name())
                .orElse("");
        var fingerprint = fingerprint(request, body);
        var answer = transaction.execute(status -> {
            if (!store.take(caller, key, fingerprint)) {
                return repeated(caller, key, fingerprint);
            }
            var made = action.get();
            store.keep(caller, key, made);
            return made;
        });
        store.forgetOld();
        return answer;
    }

    /** In one transaction: the one that a key is taken in, or one of its own. */
    <T> T together(Supplier<T> action) {
        return transaction.execute(status -> action.get());
    }

    private Answer repeated(String caller, String key, byte[] fingerprint) {
        var kept = store.find(caller, key).orElseThrow(() -> WebException.conflict("Send it again."));
        if (!Arrays.equals(kept.fingerprint(), fingerprint)) {
            throw WebException.otherRequest();
        }
        return kept.answer();
    }

    /** A CloudEvent in headers says there what it is. */
    private static Stream<String> attributes(HttpServletRequest request) {
        return Collections.list(request.getHeaderNames()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith("ce-"))
                .sorted()
                .map(name -> name + "=" + request.getHeader(name) + "\n");
    }

    private static byte[] fingerprint(HttpServletRequest request, byte[] body) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((request.getMethod() + " " + request.getRequestURI() + "\n").getBytes(UTF_8));
            digest.update((request.getQueryString() + "\n" + request.getContentType() + "\n").getBytes(UTF_8));
            attributes(request).forEach(line -> digest.update(line.getBytes(UTF_8)));
            return digest.digest(body);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
