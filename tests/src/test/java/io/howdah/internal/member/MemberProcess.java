// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.SchemaName;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that does nothing but be a member, for tests that kill and freeze it. Answers {@code id?} on its input. */
final class MemberProcess {
    private MemberProcess() {}

    public static void main(String[] arguments) throws Exception {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(arguments[0]);
        dataSource.setUser(arguments[1]);
        dataSource.setPassword(arguments[2]);
        var profile = Profile.ofThisProcess(arguments[3], Duration.ofMillis(Long.parseLong(arguments[4])));
        var membership = new Membership(profile, dataSource, SchemaName.DEFAULT, () -> "none");
        membership.onLost(id -> System.out.println("lost " + id));
        membership.join();
        membership.backgrounds().start();
        System.out.println("joined " + id(membership));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(line + " " + id(membership));
        }
    }

    private static String id(Membership membership) {
        return membership.id().map(UUID::toString).orElse("none");
    }
}
