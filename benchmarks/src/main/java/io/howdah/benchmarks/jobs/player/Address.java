// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import tools.jackson.databind.JsonNode;

/** The database of one trial. */
record Address(String url, String user, String password) {
    static Address of(JsonNode command) {
        String url = "jdbc:postgresql://" + command.get("host").asString() + ":"
                + command.get("port").asInt() + "/" + command.get("database").asString();
        return new Address(
                url, command.get("user").asString(), command.get("password").asString());
    }

    HikariDataSource pool(int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }
}
