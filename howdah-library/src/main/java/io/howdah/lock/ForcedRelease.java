// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.util.List;
import java.util.Optional;

/**
 * A lock that was taken from a holder.
 *
 * @param holder the process, by its name, where that is known
 * @param backend the session that was ended
 * @param alsoLost what else that session held and has lost with it
 */
public record ForcedRelease(
        LockHolder.Kind kind,
        Optional<Long> token,
        Optional<String> holder,
        Optional<Long> backend,
        List<String> alsoLost) {}
