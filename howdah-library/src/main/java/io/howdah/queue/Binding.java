// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

/** That messages published under a topic that matches the pattern are sent to the queue. */
public record Binding(String pattern, String queue) {}
