// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.log.OnPoison;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean read a topic of the event log for a group. It takes the payload of an event, a
 * {@code LogEvent}, a {@code List} of either, or the {@code EventBatch}:
 *
 * <pre>{@code
 * @LogListener(topic = "orders", group = "revenue")
 * void add(List<OrderPlaced> orders) { … }
 * }</pre>
 *
 * <p>It runs in the transaction in which the group moves on, and so does everything that joins Spring's transactions on
 * the same DataSource: what it writes by {@code JdbcClient} and what it enqueues happens exactly once. Throwing rolls
 * all of it back, and the events come again. Placeholders are replaced in every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LogListener {
    /** Where a group that was never there before begins. */
    enum From {
        EARLIEST,
        LATEST
    }

    /** The name of the topic. A {@code Topic} bean of that name says its partitions; without one there are 16. */
    String topic();

    String group();

    /** How many events are handed over at a time; more when they were appended together. */
    int batch() default 100;

    /** How many of a partition may be handled at the same time; those that share a key keep their order. */
    int lanes() default 1;

    /** The types of events that the method is given; others are passed over. Default: all. */
    String[] types() default {};

    From startAt() default From.EARLIEST;

    /** How often events are tried, the first time included. */
    int attempts() default 5;

    /** What happens after the last attempt. */
    OnPoison onPoison() default OnPoison.PARK_KEY;

    /** How long a call may take before it is interrupted. */
    String timeout() default "5m";

    /**
     * Whether it runs in the group's transaction. If not, for an effect outside the database, the group moves on after
     * it has returned: at least once.
     */
    boolean transactional() default true;

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
