/**
 * An ordered event log in your transaction: what was appended exists if and when you commit, gets exactly one offset in
 * its partition, and reaches every group of readers in that order. All events of one transaction and partition are one
 * unit and arrive together. A handler that works in the same database has its effect exactly once.
 *
 * <pre>
 * append ──▶ event ──numbered after the commit──▶ partition, offset ──▶ groups, each at its own place
 * </pre>
 */
@NullMarked
package io.howdah.log;

import org.jspecify.annotations.NullMarked;
