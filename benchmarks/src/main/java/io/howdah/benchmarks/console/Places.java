// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import io.howdah.benchmarks.harness.Database;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is in the middle of a full database, by the name that it has in {@link Addresses}. */
record Places(Map<String, String> byName) {
    /** What is found by a statement, in which :half is the number of the job in the middle. */
    private static final Map<String, String> STATEMENTS = Map.ofEntries(
            Map.entry("half", "select :half"),
            Map.entry("job", "select bench.id(:half, :half & 1048576)"),
            Map.entry("day", "select to_char(bench.at(:half) at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"),
            Map.entry("correlation", "select 'order-' || :half / 15"),
            Map.entry(
                    "dead",
                    "select to_char(bench.at(:half) at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') || '_0'"),
            Map.entry("flow", "select max(id) from howdah.job_flow where id <= bench.id(:half, :half & 1048576)"),
            Map.entry("route", "select max(id) / 2 from howdah.notification_route"),
            Map.entry(
                    "notification",
                    "select max(id) from howdah.notification"
                            + " where id <= (select max(id) / 2 from howdah.notification)"),
            Map.entry("approval", "select max(id) / 2 from howdah.approval"),
            Map.entry("inbox", "select max(id) / 2 from howdah.notification_inbox"),
            Map.entry("policy", "select min(id) from howdah.limit_policy"),
            Map.entry("offset", "select next_off / 2 from howdah.log_part limit 1"),
            Map.entry("version", "select head / 2 from howdah.workspace where application = 'large'"));

    static Places in(Database database, int rows) throws SQLException {
        var found = new LinkedHashMap<String, String>();
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            for (var each : STATEMENTS.entrySet()) {
                var sql = each.getValue().replace(":half", Integer.toString(rows / 2));
                try (var row = statement.executeQuery(sql)) {
                    row.next();
                    found.put(each.getKey(), row.getString(1));
                }
            }
        }
        return new Places(found);
    }

    /** The address with all its {names} replaced. */
    String in(String address) {
        var text = address;
        for (var place : byName.entrySet()) {
            text = text.replace("{" + place.getKey() + "}", place.getValue());
        }
        return text;
    }
}
