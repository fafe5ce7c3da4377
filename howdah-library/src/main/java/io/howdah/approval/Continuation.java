// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.job.JobType;
import io.howdah.log.NewEvent;

/** What is done when something happens to a request, in the same transaction. */
sealed interface Continuation {
    Occasion occasion();

    record Job(Occasion occasion, JobType<?> type, Object payload) implements Continuation {}

    record Message(Occasion occasion, String queue, Object payload) implements Continuation {}

    record Event(Occasion occasion, String topic, NewEvent event) implements Continuation {}
}
