// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.transaction.annotation.Transactional;

/** Of the guide from Spring Modulith. */
class BeforeModulith {
    private final ApplicationEventPublisher events;

    record OrderCompleted(int number) {}

    BeforeModulith(ApplicationEventPublisher events) {
        this.events = events;
    }

    void restock(int order) {}

    // snippet: modulith-before
    @Transactional
    public void complete(int number) {
        events.publishEvent(new OrderCompleted(number));
    }

    @ApplicationModuleListener // asynchronous, in a transaction of its own, after the commit
    void on(OrderCompleted completed) {
        restock(completed.number()); // failed: a row in event_publication until somebody resubmits it
    }
    // end
}
