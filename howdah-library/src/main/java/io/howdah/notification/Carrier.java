// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.notification.CourierStore.Verdict;
import java.util.Optional;

/** How something gets out of the database. */
@FunctionalInterface
interface Carrier {
    /**
     * Carries it once.
     *
     * @param trace the W3C traceparent that whoever receives it may go on from
     */
    ChannelAnswer carry(Verdict.Go go, Optional<String> trace) throws Exception;
}
