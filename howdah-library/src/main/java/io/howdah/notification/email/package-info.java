// SPDX-License-Identifier: Apache-2.0
/** E-mail as a channel of notifications: by SMTP, encrypted, to a relay that you name. */
@NullMarked
package io.howdah.notification.email;

import org.jspecify.annotations.NullMarked;
