// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.HowdahException;

/** There is no such endpoint. */
public final class UnknownEndpointException extends HowdahException {
    UnknownEndpointException(String name) {
        super("endpoint-unknown", "There is no endpoint " + name + "; make it by endpoints().put", null);
    }
}
