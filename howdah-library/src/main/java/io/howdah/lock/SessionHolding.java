// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.time.Duration;

/** A session lock behind its handle. */
final class SessionHolding implements LockHandle.Holding {
    /** Longer than it takes to look at an idle session and to give up on its answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyQueue queue;
    private final LockStore store;
    private final Grant grant;
    private final LockHandle handle;

    SessionHolding(KeyQueue queue, LockStore store, Grant grant, LockName name) {
        this.queue = queue;
        this.store = store;
        this.grant = grant;
        this.handle = new LockHandle(name, grant.nextToken(), this);
    }

    LockHandle handle() {
        return handle;
    }

    @Override
    public boolean isProven() {
        return grant.session().isProvenWithin(PATIENCE);
    }

    @Override
    public void release() {
        queue.release(grant, this);
    }

    /**
     * First the gate, then a sign of life of the session that holds the lock. The session was alive after the gate was
     * had, so it held the lock then; and from then on nobody is granted it until the transaction gives the gate up.
     */
    @Override
    public void fence(Connection transaction) {
        queue.fence(grant);
        Fences.run(
                handle.name(),
                () -> store.on(transaction).gate(handle.name(), grant.session().server()));
        try {
            grant.session().ask(Ask.Action.NOTHING, queue.key());
        } catch (DatabaseException failure) {
            throw refuse(transaction, "its session did not answer: " + failure.getMessage());
        } catch (LockUnavailableException closed) {
            throw refuse(transaction, "its session was closed");
        }
    }

    @Override
    public LockLostException refuse(Connection transaction, String why) {
        return Fences.refused(store.on(transaction), handle.name(), why);
    }
}
