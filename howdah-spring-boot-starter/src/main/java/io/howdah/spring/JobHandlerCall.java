// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.job.Job;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/**
 * A method that does jobs, and what it wants of them.
 *
 * @param payload the type of the payload
 * @param wholeJob it takes the job, not the payload alone
 */
record JobHandlerCall(Method method, Class<?> payload, boolean wholeJob) {
    static JobHandlerCall of(Class<?> owner, Method method) {
        if (method.getParameterCount() != 1) {
            throw new IllegalStateException(
                    "@JobHandler " + method + " must take one parameter: the payload, or a Job");
        }
        var parameter = ResolvableType.forMethodParameter(method, 0, owner);
        var wholeJob = Job.class.equals(parameter.resolve());
        var payload = wholeJob ? parameter.getGeneric(0).resolve() : parameter.resolve();
        if (payload == null || payload == Object.class) {
            throw new IllegalStateException("@JobHandler " + method + " must name the type of its payload");
        }
        return new JobHandlerCall(method, payload, wholeJob);
    }

    JobHandlerCall with(Method invocable) {
        return new JobHandlerCall(invocable, payload, wholeJob);
    }

    void on(Object target, Job<?> job) throws Exception {
        ReflectionUtils.makeAccessible(method);
        try {
            method.invoke(target, wholeJob ? job : job.payload());
        } catch (InvocationTargetException failed) {
            var cause = failed.getCause();
            if (cause instanceof Exception failure) {
                throw failure;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw failed;
        }
    }
}
