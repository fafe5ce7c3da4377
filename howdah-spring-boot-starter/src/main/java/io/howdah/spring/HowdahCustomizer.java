// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;

/** Tells the builder of the auto-configured {@code Howdah} what no property says, such as a direct address. */
@FunctionalInterface
public interface HowdahCustomizer {
    void customize(Howdah.Builder builder);
}
