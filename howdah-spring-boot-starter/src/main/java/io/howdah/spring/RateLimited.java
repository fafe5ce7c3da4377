// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean called no more often than a {@code RateLimit} bean allows, over all processes. Values of
 * arguments are put in braces:
 *
 * <pre>{@code
 * @RateLimited(limit = "exports", key = "{customer}")
 * public void export(String customer) { … }
 * }</pre>
 *
 * <p>A call that is denied throws a {@link RateLimitedException}, before the method's lock is waited for and its
 * transaction begins. Calls within the same object pass the proxy by and are not counted. Placeholders are replaced in
 * every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RateLimited {
    /** The name of the {@code RateLimit}, which must be a bean. */
    String limit();

    /** What is counted, with SpEL over the arguments in braces. Default: all calls together. */
    String key() default "all";

    /** How many tokens a call takes. */
    long cost() default 1;

    /** How long a call may wait until it is allowed. */
    String waitFor() default "0s";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
