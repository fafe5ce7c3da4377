// SPDX-License-Identifier: Apache-2.0
package io.howdah.cluster;

/**
 * What a server says of itself.
 *
 * @param writesSafely fsync and full_page_writes are on
 * @param privateLine the connection is encrypted, or does not leave the machine
 */
record ServerFacts(
        String version,
        int major,
        boolean writesSafely,
        String synchronousCommit,
        String standbyNames,
        boolean checksums,
        String isolation,
        boolean standby,
        boolean superuser,
        boolean privateLine) {}
