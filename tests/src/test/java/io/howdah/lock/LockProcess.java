// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.Howdah;
import io.howdah.HowdahException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that does with locks what it is told line by line, and says what came of it. */
final class LockProcess {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final DataSource dataSource;
    private final Locks locks;
    private final Map<String, LockHandle> handles = new ConcurrentHashMap<>();

    private LockProcess(DataSource dataSource, Locks locks) {
        this.dataSource = dataSource;
        this.locks = locks;
    }

    public static void main(String[] arguments) throws Exception {
        var dataSource = dataSource(arguments);
        var howdah =
                Howdah.builder(dataSource).beatEvery(Duration.ofMillis(500)).build();
        howdah.start();
        var process = new LockProcess(dataSource, howdah.locks());
        System.out.println("ready");
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                process.obey(line.split(" ", -1));
            }
        }
        System.exit(0);
    }

    static DataSource dataSource(String[] arguments) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(arguments[0]);
        dataSource.setUser(arguments[1]);
        dataSource.setPassword(arguments[2]);
        return dataSource;
    }

    static LockName name(String name) {
        return LockName.of("process", name);
    }

    private void obey(String[] words) throws Exception {
        var name = words[1];
        var kept = handles.get(name);
        switch (words[0]) {
            case "lock" -> keep(name, locks.acquire(name(name), SOON));
            case "lease" ->
                keep(
                        name,
                        locks.lease(
                                name(name),
                                LeaseOptions.standard().ttl(Duration.ofMillis(Long.parseLong(words[2]))),
                                SOON));
            case "held" -> System.out.println("held " + name + " " + (kept != null && kept.isHeld()) + " " + words[2]);
            case "fence" ->
                System.out.println("fence " + name + " " + fence(Objects.requireNonNull(kept)) + " " + words[2]);
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private void keep(String name, LockHandle handle) {
        handles.put(name, handle);
        handle.onLost(why -> System.out.println("lost " + name));
        System.out.println("locked " + name + " " + handle.token());
    }

    private String fence(LockHandle handle) throws Exception {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (var insert = connection.prepareStatement("insert into effect values (?)")) {
                insert.setLong(1, handle.token());
                insert.execute();
            }
            handle.fence(connection);
            connection.commit();
            return "committed";
        } catch (HowdahException refused) {
            return refused.code();
        }
    }
}
