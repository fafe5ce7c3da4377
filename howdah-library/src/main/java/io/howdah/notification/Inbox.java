// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.Platform;
import java.util.List;

/** What somebody has been told inside the application. Thread-safe. */
public final class Inbox {
    private final Platform platform;
    private final String person;
    private final InboxStore store;

    Inbox(Platform platform, String person) {
        this.platform = platform;
        this.person = person;
        this.store = new InboxStore(platform.db(), person);
    }

    static String topic(String person) {
        return "inbox:" + Integer.toHexString(person.hashCode());
    }

    /** How many he has not read; no more than 10 000 are counted. */
    public int unread() {
        return store.unread();
    }

    /** Newest first. */
    public List<InboxItem> list(int limit) {
        return store.list(Long.MAX_VALUE, Notifications.requireLimit(limit));
    }

    /** Those before one: the last of the page before. */
    public List<InboxItem> list(InboxItem before, int limit) {
        return list(before.number(), limit);
    }

    /** Those before the one of that number. */
    public List<InboxItem> list(long before, int limit) {
        return store.list(before, Notifications.requireLimit(limit));
    }

    /** How many of them had not been read. */
    public long markRead(long... numbers) {
        var marked = store.read(numbers.clone());
        platform.wakeups().signal(topic(person));
        return marked;
    }

    /** This one and all before it: what has come since the page was shown stays unread. */
    public long markReadUpTo(InboxItem last) {
        return markReadUpTo(last.number());
    }

    /** The one of that number and all before it. */
    public long markReadUpTo(long last) {
        var marked = store.readUpTo(last);
        platform.wakeups().signal(topic(person));
        return marked;
    }

    /**
     * Calls back, quickly please, whenever something may have changed, until it is closed: also now and then for
     * nothing. A hint, which may be lost; look from time to time as well. Needs a start.
     */
    public Watch watch(Runnable changed) {
        var subscription = platform.wakeups().subscribe(topic(person), changed);
        return subscription::close;
    }

    /** Ends when it is closed. */
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
