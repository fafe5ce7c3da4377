// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.HowdahException;

/** A topic that is not there, or not as it was declared. */
public final class TopicException extends HowdahException {
    private TopicException(String code, String message) {
        super(code, message, null);
    }

    static TopicException unknown(String topic) {
        return new TopicException(
                "topic-unknown",
                "There is no topic " + topic + ": it is made by log().create(topic) or a first append");
    }

    static TopicException noGroup(String topic, String group) {
        return new TopicException(
                "group-unknown",
                "Topic " + topic + " has no group " + group + ": it is made by the first process that reads for it");
    }

    static TopicException keptAndCompacted(String topic) {
        return new TopicException(
                "topic-kept-and-compacted",
                "Topic " + topic + " cannot be both compacted and kept by time or size: the newest event of each key"
                        + " would go after all; choose one");
    }

    static TopicException keyMissing(String topic, String type) {
        return new TopicException(
                "key-missing",
                "Event " + type + " has no key, and topic " + topic
                        + " is compacted, which keeps the newest of each key: give it one");
    }

    static TopicException differs(String topic, String what, Object is, Object wanted) {
        return new TopicException(
                "topic-differs",
                "Topic " + topic + " has " + what + " " + is + ", not " + wanted
                        + ": it cannot be changed; make another topic and move to it");
    }
}
