// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

/** How safe a commit is once it has been acknowledged. Ordered: a later one includes those before it. */
public enum Durability {
    /** A crash of the server may lose acknowledged commits. */
    AT_RISK,
    /** A crash of the server loses nothing; the loss of its machine does. */
    DURABLE,
    /** A commit is acknowledged when a standby has it too: the loss of one machine loses nothing. */
    REPLICATED
}
