// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

/**
 * How much of what there is this process uses for session locks.
 *
 * @param keys held or waited for
 * @param limit how many there may be: this process's share of a quarter of the server's lock table
 * @param capacity of the server's lock table, shared by everybody; 0 until a session was opened
 * @param sessions open connections that hold or wait
 * @param leases held by this process
 */
public record LockUsage(int keys, long limit, long capacity, int sessions, int leases) {}
