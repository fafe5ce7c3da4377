// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method of a bean called under a lock that all processes share: before its transaction begins, until after it
 * has ended. Values of arguments are put in braces:
 *
 * <pre>{@code
 * @Locked(name = "invoice:{order.id}", waitFor = "10s")
 * public void invoice(Order order) { … }
 * }</pre>
 *
 * <p>It is a session lock, free the moment the process dies, or a lease if {@link #lease} is said. When it is lost, the
 * method is interrupted and a {@code LockLostException} thrown. {@link CurrentLock} is the lock inside. Calls within
 * the same object pass the proxy by and are not locked. Placeholders are replaced in every text.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Locked {
    /** What happens when the lock was not free in time. */
    enum IfBusy {
        /** A {@code LockTimeoutException}. */
        THROW,
        /** The method is not called; it must return nothing or an {@code Optional}, which is then empty. */
        SKIP
    }

    /** The name of the lock, with SpEL over the arguments in braces. */
    String name();

    /** The namespace of the name: the lock is the same for everything that locks the same of both. */
    String namespace() default "spring";

    /** How long to wait for it, up to 1 day. */
    String waitFor() default "0s";

    IfBusy ifBusy() default IfBusy.THROW;

    /** How long a lease lasts when its holder is not heard of any more. Default: it is no lease but a session lock. */
    String lease() default "";

    /** How long the method may take before it is interrupted, up to 7 days. */
    String maxHold() default "7d";

    /** The bean name of the {@code Howdah}, where there are several. */
    String howdah() default "";
}
