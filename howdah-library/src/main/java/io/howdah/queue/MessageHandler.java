// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

/** Takes messages of one queue. It is called from many threads at once, and may be interrupted. */
@FunctionalInterface
public interface MessageHandler<T> {
    /** Returning acknowledges; throwing gives it back, to be delivered again after a pause. */
    void handle(Delivery<T> delivery) throws Exception;
}
