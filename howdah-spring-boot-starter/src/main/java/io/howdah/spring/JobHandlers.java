// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.job.Job;
import io.howdah.job.JobType;

/** Has methods with {@link JobHandler} do jobs. */
final class JobHandlers implements MethodAnnotation<JobHandler> {
    private final Beans beans;

    JobHandlers(Beans beans) {
        this.beans = beans;
    }

    @Override
    public Class<JobHandler> type() {
        return JobHandler.class;
    }

    @Override
    public void found(BeanMethod method, JobHandler annotation) {
        var wanted = Wanted.of(method, Job.class);
        var type = type(beans, beans.text(annotation.value()), beans.text(annotation.queue()), wanted.payload());
        handle(beans.howdah(annotation.howdah()), type, method, wanted);
    }

    /** That of the bean with this name, or the usual one. */
    static JobType<?> type(Beans beans, String name, String queue, Class<?> payload) {
        var declared = beans.jobType(name);
        if (declared.isEmpty()) {
            return JobType.of(name, payload).queue(queue);
        }
        var type = declared.get();
        if (!payload.isAssignableFrom(type.payload())) {
            throw new IllegalArgumentException("it takes a " + payload.getName() + ", but the JobType " + name
                    + " says " + type.payload().getName());
        }
        return type;
    }

    static <T> void handle(Howdah howdah, JobType<T> type, BeanMethod method, Wanted wanted) {
        howdah.jobs().handle(type, job -> method.call(wanted.wants(Job.class) ? job : job.payload()));
    }
}
