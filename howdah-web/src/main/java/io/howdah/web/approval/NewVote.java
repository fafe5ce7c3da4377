// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.VoteOptions;
import io.howdah.approval.Voter;
import io.howdah.web.access.Caller;
import io.howdah.web.api.Given;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller has to say with a vote. Who it is, is known already. */
record NewVote(
        @Nullable String comment,
        @Nullable String seenDigest,
        @Nullable String onBehalfOf) {
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
}
