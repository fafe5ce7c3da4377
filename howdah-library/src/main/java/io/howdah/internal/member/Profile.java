// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/** What a process says of itself. */
public record Profile(String name, String host, long pid, String version, Duration beatEvery) {
    private static final Duration SHORTEST_BEAT = Duration.ofMillis(50);
    private static final Duration LONGEST_BEAT = Duration.ofMinutes(1);

    public Profile {
        if (name.isBlank() || name.length() > 200) {
            throw new IllegalArgumentException("the name of a member has 1 to 200 characters: \"" + name + "\"");
        }
        if (beatEvery.compareTo(SHORTEST_BEAT) < 0 || beatEvery.compareTo(LONGEST_BEAT) > 0) {
            throw new IllegalArgumentException("beatEvery must be from 50 ms to 1 min: " + beatEvery);
        }
    }

    public static Profile ofThisProcess(String name, Duration beatEvery) {
        var host = hostName();
        var pid = ProcessHandle.current().pid();
        return new Profile(name.isEmpty() ? host + ":" + pid : name, host, pid, Version.current(), beatEvery);
    }

    /** What this machine, or container, calls itself. */
    public static String hostName() {
        try {
            var name = InetAddress.getLocalHost().getHostName();
            return name.length() > 150 ? name.substring(0, 150) : name;
        } catch (UnknownHostException unnamed) {
            return "unknown";
        }
    }
}
