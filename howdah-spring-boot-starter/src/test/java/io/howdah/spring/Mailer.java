// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was sent. */
final class Mailer {
    static final List<String> SENT = new CopyOnWriteArrayList<>();

    private Mailer() {}

    static void send(String text) {
        SENT.add(text);
    }
}
