// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Acceptance;
import java.util.Optional;

/**
 * What became of an intent.
 *
 * @param outcome accepted; repeated, which is the first answer again; or quarantined
 * @param id of the notification
 * @param malformed under what it was put aside
 */
record Submission(
        String outcome,
        Optional<String> id,
        Optional<Integer> routes,
        Optional<String> malformed,
        Optional<String> reason) {
    static Submission of(Acceptance acceptance) {
        return switch (acceptance) {
            case Acceptance.Accepted it -> taken("accepted", it.id().toString(), it.routes());
            case Acceptance.Repeated it -> taken("repeated", it.id().toString(), it.routes());
            case Acceptance.Quarantined it ->
                new Submission(
                        "quarantined",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(it.id().toString()),
                        Optional.of(it.reason()));
        };
    }

    private static Submission taken(String outcome, String id, int routes) {
        return new Submission(outcome, Optional.of(id), Optional.of(routes), Optional.empty(), Optional.empty());
    }
}
