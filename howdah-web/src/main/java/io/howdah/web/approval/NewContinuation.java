// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.Payload;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Occasion;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.QueueName;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is started when that happens, in the same transaction: an event where there is a topic, otherwise a job where
 * there is a type, otherwise a message to the queue.
 *
 * @param type of the job or of the event
 * @param key of the event
 * @param attempts of the job
 */
record NewContinuation(
        @Nullable Occasion occasion,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String topic,
        @Nullable String key,
        @Nullable JsonNode payload,
        @Nullable Integer attempts) {
    NewContinuation {
        if (occasion == null || (type == null && queue == null)) {
            throw WebException.invalid("What follows has an occasion, and the type of a job or event or a queue.");
        }
        if (topic != null && (type == null || queue != null || attempts != null)) {
            throw WebException.invalid("An event that follows has a topic and a type, and neither queue nor attempts.");
        }
        if ((topic == null && key != null) || (type == null && attempts != null)) {
            throw WebException.invalid("A key is for an event with its topic, attempts are for a job with its type.");
        }
    }

    ApprovalRequest addTo(ApprovalRequest request) {
        var when = Given.or(occasion, Occasion.APPROVED);
        var content = Content.payload(payload);
        if (topic != null) {
            var event = NewEvent.of(String.valueOf(type), content);
            return request.on(when, Topic.of(topic), Given.with(event, key, NewEvent::key));
        }
        if (type == null) {
            return request.on(when, QueueName.of(String.valueOf(queue), Payload.class), content);
        }
        var job = JobType.of(type, Payload.class);
        job = Given.with(job, queue, JobType::queue);
        job = Given.with(
                job, attempts, (all, most) -> all.retry(Retry.standard().attempts(most)));
        return request.on(when, job, content);
    }
}
