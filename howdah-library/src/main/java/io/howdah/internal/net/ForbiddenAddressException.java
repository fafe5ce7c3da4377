// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.io.IOException;

/** An address that must not be called from here. */
public final class ForbiddenAddressException extends IOException {
    ForbiddenAddressException(String message) {
        super(message);
    }
}
