// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseAddressTest {
    @Test
    void a_jdbc_url_is_taken_as_it_is() {
        var address = DatabaseAddress.from(Map.of(
                "HOWDAH_DATABASE_URL", "jdbc:postgresql://db/app?sslmode=verify-full",
                "HOWDAH_DATABASE_USER", "me",
                "HOWDAH_DATABASE_PASSWORD", "secret"));

        assertThat(address)
                .isEqualTo(DatabaseAddress.of("jdbc:postgresql://db/app?sslmode=verify-full", "me", "secret"));
    }

    @Test
    void a_url_for_psql_brings_its_user_and_password() {
        var address = DatabaseAddress.from(
                Map.of("HOWDAH_DATABASE_URL", "postgresql://me:p%40ss+word@a:1,b:2/app?sslmode=require"));

        assertThat(address)
                .isEqualTo(DatabaseAddress.of("jdbc:postgresql://a:1,b:2/app?sslmode=require", "me", "p@ss+word"));
    }

    @Test
    void variables_win_over_the_url() {
        var address = DatabaseAddress.from(
                Map.of("HOWDAH_DATABASE_URL", "postgres://me:old@db/app", "HOWDAH_DATABASE_PASSWORD", "new"));

        assertThat(address).isEqualTo(DatabaseAddress.of("jdbc:postgresql://db/app", "me", "new"));
    }

    @Test
    void a_password_may_be_in_a_file(@TempDir Path directory) throws Exception {
        var file = Files.writeString(directory.resolve("password"), "secret\n");
        var environment = Map.of(
                "HOWDAH_DATABASE_URL", "jdbc:postgresql://db/app", "HOWDAH_DATABASE_PASSWORD_FILE", file.toString());

        assertThat(DatabaseAddress.from(environment).password()).contains("secret");

        Files.delete(file);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> DatabaseAddress.from(environment))
                .withMessageContaining(file.toString());
    }

    @Test
    void a_url_of_another_kind_is_refused_and_not_repeated() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> DatabaseAddress.from(Map.of("HOWDAH_DATABASE_URL", "mysql://me:secret@db/app")))
                .withMessageContaining("must begin with jdbc:postgresql://")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void several_hosts_are_noticed() {
        assertThat(DatabaseAddress.of("jdbc:postgresql://a:1,b:2/app", "", "").hasSeveralHosts())
                .isTrue();
        assertThat(DatabaseAddress.of("jdbc:postgresql://a:1/app?options=x,y", "", "")
                        .hasSeveralHosts())
                .isFalse();
    }

    @Test
    void the_password_is_not_printed() {
        var address = DatabaseAddress.of("jdbc:postgresql://db/app?password=hidden1&sslmode=require", "me", "hidden2");

        assertThat(address.toString()).contains("sslmode=require", "as me").doesNotContain("hidden");
    }
}
