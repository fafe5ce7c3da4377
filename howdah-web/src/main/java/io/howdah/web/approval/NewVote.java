// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.VoteOptions;
import io.howdah.approval.Voter;
import io.howdah.web.WebException;
import io.howdah.web.access.Caller;
import io.howdah.web.api.Given;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller has to say about a request. Who it is, is known already. */
record NewVote(
        @Nullable String comment,
        @Nullable String seenDigest,
        @Nullable String onBehalfOf,
        @Nullable String reason,
        @Nullable String digest,
        @Nullable String requester) {
    VoteOptions options() {
        var options = Given.with(VoteOptions.none(), comment, VoteOptions::comment);
        return Given.with(options, seenDigest, VoteOptions::seen);
    }

    Voter voter(Caller caller) {
        return Given.with(voterOf(caller), onBehalfOf, Voter::onBehalfOf);
    }

    static Voter voterOf(Caller caller) {
        return new Voter(caller.name(), caller.groups(), Optional.empty());
    }

    /** Whose request it is: a program may say so, as it could when it asked; a person is whoever he is. */
    String asker(Caller caller) {
        if (caller.isPerson() && requester != null) {
            throw WebException.invalid("requester is you: " + caller.name());
        }
        return Given.or(requester, caller.name());
    }

    String requireReason() {
        return require("reason", reason);
    }

    String requireComment() {
        return require("comment", comment);
    }

    String requireDigest() {
        return require("digest", digest);
    }

    private static String require(String name, @Nullable String value) {
        if (value == null) {
            throw WebException.invalid(name + " is missing.");
        }
        return value;
    }
}
