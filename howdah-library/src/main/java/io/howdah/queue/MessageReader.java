// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Codec;
import io.howdah.work.Work;

/** Makes messages of one queue from the engine's work. */
record MessageReader<T>(QueueName<T> queue, int number, Codec codec) {
    Message<T> read(Work work) {
        return new Message<>(
                new MessageId(work.id()),
                codec.decode(work.payload(), queue.payload()),
                Receipt.of(work, number),
                work.attempt(),
                work.priority(),
                work.headers(),
                work.lane(),
                work.correlation(),
                work.trace(),
                work.addedAt());
    }
}
