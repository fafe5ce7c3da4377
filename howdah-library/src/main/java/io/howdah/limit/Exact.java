// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The database counts; the process knows only denials. */
final class Exact implements Mode {
    private final Denials denials = new Denials();

    @Override
    public @Nullable Decision local(Check check) {
        return denials.of(check);
    }

    @Override
    public @Nullable Decision settle(Check check) {
        return denials.of(check);
    }

    @Override
    public void load(Line line) {}

    @Override
    public void unload(Line line) {}

    @Override
    public void learn(Line line, Verdict verdict, long sentAt) {
        if (verdict.granted() < line.checks().size()) {
            denials.remember(line, verdict, sentAt);
        }
    }

    @Override
    public void refunded(String key) {
        denials.forget(key);
    }

    @Override
    public void forget(String key) {
        denials.forget(key);
    }

    @Override
    public List<Line> debts() {
        return List.of();
    }
}
