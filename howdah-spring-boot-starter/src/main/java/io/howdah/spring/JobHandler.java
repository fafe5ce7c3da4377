// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean do the jobs of a type. It takes the payload, or the {@code Job} that holds it:
 *
 * <pre>{@code
 * @JobHandler("send-welcome")
 * void welcome(SendWelcome payload) { … }
 * }</pre>
 *
 * <p>Queue, retries and timeout are those of the {@code JobType} bean with this name, if there is one, and otherwise
 * the usual ones in {@link #queue}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface JobHandler {
    /** The name of the type. Placeholders are replaced. */
    String value();

    /** The queue, where no {@code JobType} bean says it. Placeholders are replaced. */
    String queue() default "default";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
