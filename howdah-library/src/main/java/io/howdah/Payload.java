// SPDX-License-Identifier: Apache-2.0
package io.howdah;

/** Bytes and what they are. Stored as they are: PostgreSQL's jsonb would refuse what JSON allows, a NUL for one. */
@SuppressWarnings("ArrayRecordComponent") // Copying every payload would cost more than the promise is worth.
public record Payload(byte[] bytes, String contentType) {
    public static final String JSON = "application/json";
    public static final String BYTES = "application/octet-stream";

    /** Longest content type that is stored. */
    private static final int LONGEST_TYPE = 200;

    public Payload {
        if (contentType.isBlank() || contentType.length() > LONGEST_TYPE) {
            throw new IllegalArgumentException("a content type has 1 to 200 characters: \"" + contentType + "\"");
        }
    }
}
