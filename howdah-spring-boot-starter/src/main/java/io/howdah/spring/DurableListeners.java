// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.job.Job;
import io.howdah.job.JobType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Enqueues a job for each method with {@link DurableListener} that an event is for, and has those methods do them. */
final class DurableListeners
        implements MethodAnnotation<DurableListener>, ApplicationListener<PayloadApplicationEvent<?>> {
    private final Beans beans;
    private final ConfigurableApplicationContext context;
    private final List<Listener<?>> listeners = new CopyOnWriteArrayList<>();

    /** A method as those who publish see it. */
    private record Listener<T>(Howdah howdah, JobType<T> type, BeanMethod method) {
        boolean wants(Object event) {
            return type.payload().isInstance(event);
        }

        /** What is read is of the class that the method names: more than that would be lost on the way. */
        void requireExact(Object event) {
            if (event.getClass() != type.payload()) {
                throw new IllegalStateException("@DurableListener on " + method + " takes exactly a "
                        + type.payload().getName() + ", but a "
                        + event.getClass().getName()
                        + " was published: make a listener for that class");
            }
        }

        void enqueue(Object event) {
            howdah.jobs().enqueue(type, type.payload().cast(event));
        }
    }

    DurableListeners(Beans beans, ConfigurableApplicationContext context) {
        this.beans = beans;
        this.context = context;
    }

    @Override
    public Class<DurableListener> type() {
        return DurableListener.class;
    }

    @Override
    public void found(BeanMethod method, DurableListener annotation) {
        var wanted = Wanted.of(method, Job.class);
        requireReadable(wanted.payload());
        var said = beans.text(annotation.name());
        var name = said.isBlank() ? method.bean() + "." + method.method().getName() : said;
        var type = JobHandlers.type(beans, name, beans.text(annotation.queue()), wanted.payload());
        if (type.payload() != wanted.payload()) {
            throw new IllegalArgumentException("it takes a " + wanted.payload().getName() + ", but the JobType " + name
                    + " says " + type.payload().getName());
        }
        listen(beans.howdah(annotation.howdah()), type, method, wanted);
    }

    private <T> void listen(Howdah howdah, JobType<T> type, BeanMethod method, Wanted wanted) {
        JobHandlers.handle(howdah, type, method, wanted);
        listeners.add(new Listener<>(howdah, type, method));
        context.addApplicationListener(this);
    }

    private static void requireReadable(Class<?> event) {
        if (event.isInterface() || Modifier.isAbstract(event.getModifiers()) || event.getTypeParameters().length > 0) {
            throw new IllegalArgumentException("it must take a class that can be read from a row, not "
                    + event.getName() + ", which is abstract or has type parameters");
        }
        if (ApplicationEvent.class.isAssignableFrom(event)) {
            throw new IllegalArgumentException("it must take an event of your own, not the ApplicationEvent "
                    + event.getName() + ", whose source cannot be written");
        }
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<?> published) {
        var event = published.getPayload();
        var wanting = listeners.stream().filter(one -> one.wants(event)).toList();
        wanting.forEach(one -> one.requireExact(event));
        wanting.stream()
                .collect(Collectors.groupingBy(Listener::howdah))
                .forEach((howdah, those) -> enqueue(howdah, those, event));
    }

    /** All in the publisher's transaction, or else all in one. */
    private static void enqueue(Howdah howdah, List<Listener<?>> those, Object event) {
        if (those.size() == 1
                || new SpringTransaction(howdah.dataSource()).connection().isPresent()) {
            those.forEach(one -> one.enqueue(event));
        } else {
            new TransactionTemplate(new JdbcTransactionManager(howdah.dataSource()))
                    .executeWithoutResult(status -> those.forEach(one -> one.enqueue(event)));
        }
    }

    /** It would lose the transaction. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }
}
