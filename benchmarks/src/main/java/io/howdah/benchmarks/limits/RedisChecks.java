// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** A limiter on a Redis that appends to its file every second, where a redis-server is installed. */
record RedisChecks(String name, Crowd crowd, Function<RedisClient, IntPredicate> limiter) implements Contender {
    /** The cheapest limiter there is: a count that expires. */
    private static final String SCRIPT = """
        local n = redis.call('INCR', KEYS[1])
        if n == 1 then redis.call('PEXPIRE', KEYS[1], 1000) end
        return n
        """;

    @Override
    public Optional<String> unavailable() {
        return RedisServer.binary().isPresent() ? Optional.empty() : Optional.of("no redis-server on the PATH");
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var server = RedisServer.start();
        var client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
        return crowd.asking(stage, limiter.apply(client), () -> {
            client.shutdown();
            server.close();
        });
    }

    static IntPredicate bucket4j(RedisClient client) {
        var proxies = Bucket4jLettuce.casBasedBuilder(client).build();
        var configuration = Bucket4jChecks.configuration();
        return key -> proxies.getProxy(name(key).getBytes(StandardCharsets.UTF_8), () -> configuration)
                .tryConsume(1);
    }

    static IntPredicate script(RedisClient client) {
        var commands = client.connect().sync();
        var digest = commands.scriptLoad(SCRIPT);
        return key -> {
            Long count = commands.evalsha(digest, ScriptOutputType.INTEGER, name(key));
            return count <= LimitsBenchmark.LIMIT;
        };
    }

    private static String name(int key) {
        return "key " + key;
    }
}
