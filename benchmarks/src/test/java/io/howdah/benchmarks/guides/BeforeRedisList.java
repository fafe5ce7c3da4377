// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import io.lettuce.core.LMoveArgs;
import io.lettuce.core.api.sync.RedisCommands;

/** Of the guide from a list in Redis. */
final class BeforeRedisList {
    private BeforeRedisList() {}

    static void ship(String order) {}

    // snippet: redis-before
    static void place(RedisCommands<String, String> redis, String order) {
        redis.lpush("orders", order); // after the commit, and hopefully
    }

    static void work(RedisCommands<String, String> redis) {
        var order = redis.blmove("orders", "orders:working", LMoveArgs.Builder.rightLeft(), 20);
        ship(order); // lost in "working" if the process dies now
        redis.lrem("orders:working", 1, order);
    }
    // end
}
