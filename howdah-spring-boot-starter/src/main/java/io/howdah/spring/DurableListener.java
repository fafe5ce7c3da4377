// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean listen to application events of one class, by a job for each: publishing an event enqueues the
 * job in the transaction that the publisher is in, and the method is called after the commit, in any process, until it
 * has succeeded. It takes the event, or the {@code Job} that holds it:
 *
 * <pre>{@code
 * @DurableListener(name = "send-receipt")
 * void send(OrderPlaced event) { … }
 * }</pre>
 *
 * <p>A rollback leaves nothing behind. What keeps failing is seen among the dead jobs. Queue, retries and timeout are
 * those of the {@code JobType} bean with this name, if there is one. Placeholders are replaced in every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DurableListener {
    /**
     * The name of the job type: the same in every version, or what was enqueued before finds nobody. Default: bean and
     * method, as in {@code orders.send}.
     */
    String name() default "";

    /** The queue, where no {@code JobType} bean says it. */
    String queue() default "default";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
