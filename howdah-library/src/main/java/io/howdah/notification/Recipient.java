// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.regex.Pattern;

/**
 * Whom a notification goes to.
 *
 * @param text what it is and its name, such as {@code person:ada}
 */
public record Recipient(String text) {
    private static final int LONGEST = 2_100;
    private static final Pattern CHANNEL = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    public Recipient {
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new IllegalArgumentException("a recipient has 1 to 2100 characters: \"" + text + "\"");
        }
    }

    /** Somebody, by the channels that he wants. */
    public static Recipient person(String name) {
        return new Recipient("person:" + name);
    }

    /** Everybody in a group, each by the channels that he wants. */
    public static Recipient group(String name) {
        return new Recipient("group:" + name);
    }

    /** A webhook, by the name of its endpoint. */
    public static Recipient endpoint(String name) {
        return new Recipient("endpoint:" + name);
    }

    /** Every endpoint that subscribes to the type, except those that are disabled. */
    public static Recipient subscribers() {
        return new Recipient("subscribers");
    }

    public static Recipient email(String address) {
        return new Recipient("email:" + address);
    }

    /** A topic of the event log: appended by the commit that takes the notification in. */
    public static Recipient topic(String name) {
        return new Recipient("topic:" + name);
    }

    /** A queue of messages: sent by the commit that takes the notification in. */
    public static Recipient queue(String name) {
        return new Recipient("queue:" + name);
    }

    /** An address of a {@link Channel} of your own. */
    public static Recipient of(String channel, String address) {
        return new Recipient(requireChannel(channel) + ":" + address);
    }

    static String requireChannel(String channel) {
        if (!CHANNEL.matcher(channel).matches()) {
            throw new IllegalArgumentException(
                    "a channel is named by up to 40 small letters, digits and -: \"" + channel + "\"");
        }
        return channel;
    }

    @Override
    public String toString() {
        return text;
    }
}
