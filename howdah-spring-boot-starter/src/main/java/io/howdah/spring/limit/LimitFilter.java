// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.Decision;
import io.howdah.limit.Denied;
import io.howdah.limit.Granted;
import io.howdah.limit.Limits;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers requests that are more than the limits allow with 429, before anything else is done for them. Every limit
 * that is on a request must allow it; what one denies takes nothing from the others. Thread-safe.
 *
 * <p>While the database does not answer, a policy that fails open lets requests through, and one that fails closed has
 * them answered with 503. Needs the servlet API and nothing of Spring's.
 */
public final class LimitFilter implements Filter {
    private final Limits limits;
    private final List<HttpLimit> rules;

    public LimitFilter(Limits limits, List<HttpLimit> rules) {
        this.limits = limits;
        this.rules = List.copyOf(rules);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // What is forwarded, or goes on later, was counted when it came in.
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && request instanceof HttpServletRequest asked
                && response instanceof HttpServletResponse answer) {
            var refusal = judge(asked, answer);
            if (refusal.isPresent()) {
                refusal.get().writeTo(answer);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private Optional<Refusal> judge(HttpServletRequest request, HttpServletResponse response) {
        var headers = new RateLimitHeaders();
        var taken = new ArrayList<Granted>();
        Optional<Refusal> refusal = Optional.empty();
        for (var rule : rules) {
            var key = rule.keyOf(request);
            if (key.isEmpty()) {
                continue;
            }
            var decision = limits.tryAcquire(rule.policy(), key.get());
            headers.add(rule.policy(), decision);
            if (decision instanceof Denied denied) {
                taken.forEach(limits::refund);
                refusal = Optional.of(Refusal.by(rule.policy(), denied.source() == Decision.Source.FALLBACK));
                break;
            }
            taken.add((Granted) decision);
        }
        headers.fields().forEach(response::setHeader);
        return refusal;
    }
}
