// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.web.WebException;
import io.howdah.web.access.Caller;
import io.howdah.web.api.Given;
import org.jspecify.annotations.Nullable;

/**
 * What is said about a request besides votes. Each verb has a body of its own, so that a field of another's is refused:
 * a digest in a vote would look as if it had been compared.
 */
final class NewWord {
    private NewWord() {}

    record NewApprovalAlarm(@Nullable String reason) {
        String requireReason() {
            return require("reason", reason);
        }
    }

    record NewApprovalWithdrawal(
            @Nullable String reason, @Nullable String requester) {
        String requireReason() {
            return require("reason", reason);
        }

        String by(Caller caller) {
            return asker(caller, requester);
        }
    }

    record NewApprovalRevision(
            @Nullable String digest, @Nullable String requester) {
        String requireDigest() {
            return require("digest", digest);
        }

        String by(Caller caller) {
            return asker(caller, requester);
        }
    }

    record NewApprovalAbandonment(@Nullable String reason) {
        String requireReason() {
            return require("reason", reason);
        }
    }

    record NewApprovalComment(@Nullable String comment) {
        String requireComment() {
            return require("comment", comment);
        }
    }

    /** Whose request it is: a program may say so, as it could when it asked; a person is whoever he is. */
    private static String asker(Caller caller, @Nullable String requester) {
        if (caller.isPerson() && requester != null) {
            throw WebException.invalid("requester is you: " + caller.name());
        }
        return Given.or(requester, caller.name());
    }

    private static String require(String name, @Nullable String value) {
        if (value == null) {
            throw WebException.invalid(name + " is missing.");
        }
        return value;
    }
}
