// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's lock with its watchdog, as it comes. */
record RedissonLocker(RedissonClient client) implements Locker {
    static RedissonLocker on(Peer.Address address) {
        var config = new Config();
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + address.redisPort())
                .setConnectionMinimumIdleSize(8)
                .setConnectionPoolSize(64);
        return new RedissonLocker(Redisson.create(config));
    }

    @Override
    public Turns turns() {
        return new RedissonTurns(client);
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private record RedissonTurns(RedissonClient client) implements Turns {
        @Override
        public void uncontended(String name, Runnable work) {
            var lock = client.getLock(name);
            if (!lock.tryLock()) {
                throw new IllegalStateException(name + " was not free");
            }
            try {
                work.run();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void contended(String name, Runnable work) {
            var lock = client.getLock(name);
            lock.lock();
            try {
                work.run();
            } finally {
                lock.unlock();
            }
        }
    }
}
