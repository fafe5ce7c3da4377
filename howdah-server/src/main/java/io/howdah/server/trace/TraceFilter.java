// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.trace;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Has requests answered as a part of the traces that their callers say. */
public record TraceFilter(ServerTraces traces) implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest asked && response instanceof HttpServletResponse answer) {
            traces.around(asked, answer, () -> chain.doFilter(asked, answer));
        } else {
            chain.doFilter(request, response);
        }
    }
}
