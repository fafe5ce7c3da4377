// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a voter adds to his vote. Immutable. */
public record VoteOptions(Optional<String> comment, Optional<String> seenDigest) {
    private static final int LONGEST_COMMENT = 2_000;
    private static final VoteOptions NONE = new VoteOptions(Optional.empty(), Optional.empty());

    public VoteOptions {
        comment.ifPresent(VoteOptions::requireComment);
    }

    public static VoteOptions none() {
        return NONE;
    }

    public VoteOptions comment(String comment) {
        return new VoteOptions(Optional.of(comment), seenDigest);
    }

    /** The digest of what the voter looked at: if the request has another one by now, his vote is not counted. */
    public VoteOptions seen(String digest) {
        return new VoteOptions(comment, Optional.of(digest));
    }

    @Nullable
    String commentOrNull() {
        return comment.orElse(null);
    }

    static String requireComment(String comment) {
        if (comment.isBlank() || comment.length() > LONGEST_COMMENT) {
            throw new IllegalArgumentException("a comment has 1 to 2000 characters, this one " + comment.length());
        }
        return comment;
    }
}
