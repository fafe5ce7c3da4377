// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockLostException;
import io.howdah.lock.LockName;
import java.time.Duration;

/** Two processes want the same lock; one of them loses it and cannot commit what it wrote. */
final class LockExample {
    private static final LockName INVOICES = LockName.of("billing", "invoices");

    private LockExample() {}

    public static void main(String... arguments) throws Exception {
        var dataSource = Database.of(arguments);
        try (var ada = Howdah.open(dataSource);
                var bob = Howdah.open(dataSource)) {
            ada.migrate();
            ada.start();
            bob.start();
            var patience = Duration.ofSeconds(5);

            try (var lock = ada.locks().acquire(INVOICES, patience)) {
                System.out.println("ada has it: " + lock.isHeld());
                System.out.println(
                        "bob has it: " + bob.locks().tryAcquire(INVOICES).isPresent());
            }
            try (var lock = bob.locks().acquire(INVOICES, patience)) {
                System.out.println("bob has it, after ada gave it back: " + lock.isHeld());
            }

            // A lease is kept up in the background, whoever holds it; here an operator takes it away.
            try (var lease = ada.locks().lease(INVOICES, LeaseOptions.standard(), patience);
                    var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                // ... ada writes something, slowly ...
                bob.locks().forceRelease(INVOICES, "bob", "ada is stuck");
                lease.fence(connection);
                connection.commit();
            } catch (LockLostException lost) {
                System.out.println("ada has lost it, and her transaction does not commit");
            }
        }
    }
}
