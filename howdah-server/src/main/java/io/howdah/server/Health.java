// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.List;

/** Whether a replica may be sent work, and if not, why. */
record Health(List<String> reasons) {
    static final Health READY = new Health(List.of());

    static Health notReady(String reason) {
        return new Health(List.of(reason));
    }

    boolean isReady() {
        return reasons.isEmpty();
    }
}
