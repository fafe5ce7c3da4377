// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.notification.CourierStore.Verdict;

/** How something gets out of the database. */
@FunctionalInterface
interface Carrier {
    ChannelAnswer carry(Verdict.Go go) throws Exception;
}
