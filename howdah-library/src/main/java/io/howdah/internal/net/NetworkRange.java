// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Addresses that begin alike, such as {@code 10.0.0.0/8} or {@code fd00::/8}. Immutable. */
public final class NetworkRange {
    private static final Pattern WRITTEN = Pattern.compile("([0-9a-fA-F.:]+)/(\\d{1,3})");

    private final byte[] address;
    private final int bits;

    private NetworkRange(byte[] address, int bits) {
        this.address = address;
        this.bits = bits;
    }

    /** Digits only: a name would have to be looked up. */
    public static NetworkRange parse(String text) {
        var written = WRITTEN.matcher(text);
        if (written.matches()) {
            var address = literal(written.group(1), text);
            var bits = Integer.parseInt(written.group(2));
            if (bits <= address.length * 8) {
                return new NetworkRange(address, bits);
            }
        }
        throw wrong(text);
    }

    private static byte[] literal(String digits, String text) {
        if (!digits.contains(":") && digits.chars().filter(one -> one == '.').count() != 3) {
            throw wrong(text);
        }
        try {
            return InetAddress.getByName(digits).getAddress();
        } catch (UnknownHostException no) {
            throw new IllegalArgumentException(wrong(text).getMessage(), no);
        }
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("a network is written like 10.0.0.0/8 or fd00::/8: \"" + text + "\"");
    }

    public boolean contains(InetAddress other) {
        var bytes = other.getAddress();
        if (bytes.length != address.length) {
            return false;
        }
        var whole = bits / 8;
        if (!Arrays.equals(bytes, 0, whole, address, 0, whole)) {
            return false;
        }
        var rest = bits % 8;
        return rest == 0 || (bytes[whole] & 0xff) >> (8 - rest) == (address[whole] & 0xff) >> (8 - rest);
    }
}
