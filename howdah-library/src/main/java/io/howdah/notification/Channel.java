// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/**
 * A way out of the database: implement it for what is not built in. It is called from many threads at once, outside any
 * transaction, and may be interrupted. The same delivery may come more than once: after a failure, and when a process
 * died before it could write down that it had succeeded; it has the same id then.
 */
public interface Channel {
    /** Up to 40 small letters, digits and -: what recipients and preferences call it. */
    String name();

    /** Delivers; whatever is thrown is a failure that is tried again. */
    ChannelAnswer deliver(Outgoing delivery) throws Exception;
}
