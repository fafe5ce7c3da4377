// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean handle the messages of a queue. It takes the payload, the {@code Message} that holds it, or
 * the {@code Delivery}, by which it can acknowledge in a transaction:
 *
 * <pre>{@code
 * @QueueListener(queue = "mail", concurrency = "10")
 * void send(Mail mail) { … }
 * }</pre>
 *
 * <p>Returning acknowledges. Throwing gives the message back, to be delivered again after a pause, until the queue's
 * settings make it a dead letter. Placeholders are replaced in every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface QueueListener {
    /** The name of the queue. */
    String queue();

    /** How many messages this process handles at a time. Default: what {@code howdah.concurrency} says, or else 50. */
    String concurrency() default "";

    /** The pause before a failed delivery is repeated the first time; later ones are twice as long each. */
    String firstPause() default "1s";

    /** The longest of these pauses. */
    String longestPause() default "5m";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
