// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says what a route asks of its caller. A route without it is refused to everybody. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Allow {
    /** All fields that are given, where a body says nothing but which things are meant. */
    String ALL = "*";

    Permission value();

    /** What the audit calls it, such as {@code queue.pause}; every route that changes something has one. */
    String action() default "";

    /** The fields of the body or the form that say what it is done to, beside the path: the audit has them. */
    String[] about() default {};
}
