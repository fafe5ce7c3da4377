// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.HowdahException;

/** Nobody has ever sent to the queue, subscribed to it, bound a topic to it or given it settings. */
public final class UnknownQueueException extends HowdahException {
    UnknownQueueException(String queue) {
        super(
                "queue-unknown",
                "There is no queue " + queue + ": send something to it, or give it settings, before you ask for what is"
                        + " in it",
                null);
    }
}
