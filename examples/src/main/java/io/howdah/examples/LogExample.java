// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;

/** Events are appended in a transaction; a group of readers keeps a total that counts each of them exactly once. */
final class LogExample {
    record Payment(int euros) {}

    private static final Topic PAYMENTS = Topic.of("example-payments").partitions(4);

    private LogExample() {}

    public static void main(String... arguments) throws Exception {
        var dataSource = Database.of(arguments);
        try (var howdah = Howdah.open(dataSource);
                var connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            howdah.migrate();
            statement.execute("create table if not exists example_total (customer text primary key, euros bigint)");

            howdah.log().handle(PAYMENTS, "totals", GroupOptions.standard(), batch -> {
                var add = "insert into example_total values (?, ?) on conflict (customer)"
                        + " do update set euros = example_total.euros + excluded.euros";
                try (var update = batch.connection().prepareStatement(add)) {
                    for (var event : batch.events().toList()) {
                        update.setString(1, event.key().orElseThrow());
                        update.setInt(2, event.payload(Payment.class).euros());
                        update.executeUpdate(); // commits with the group's new place, or not at all
                    }
                }
            });

            connection.setAutoCommit(false);
            for (int euros : new int[] {10, 20, 12}) {
                howdah.log()
                        .append(
                                connection,
                                PAYMENTS,
                                NewEvent.of("paid", new Payment(euros)).key("ada"));
            }
            connection.commit();
            howdah.drain(); // does what is due, here and now; an application calls start() instead

            try (var total = statement.executeQuery("select euros from example_total where customer = 'ada'")) {
                total.next();
                System.out.println("ada has paid " + total.getLong("euros") + " euros");
            }
            var group = howdah.log().group(PAYMENTS, "totals");
            System.out.println("and the group is "
                    + group.lag().stream().mapToLong(lag -> lag.events()).sum() + " behind");
        }
    }
}
