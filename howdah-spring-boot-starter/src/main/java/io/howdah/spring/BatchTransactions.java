// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.DatabaseException;
import io.howdah.log.EventBatch;
import io.howdah.log.EventHandler;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Makes the transaction of a batch the one that Spring keeps with the thread, for whatever is on the same DataSource.
 * It is not Spring's to end: what inner transactions want to be rolled back makes the batch fail, and what waits for
 * the commit is told of it when it has happened. Thread-safe.
 */
record BatchTransactions(DataSource dataSource) {
    void within(EventBatch batch, EventHandler handler) throws Exception {
        var holder = new ConnectionHolder(batch.connection(), true);
        begin(batch, holder);
        try {
            handler.handle(batch);
            if (holder.isRollbackOnly()) {
                throw new UnexpectedRollbackException(
                        "an inner transaction was rolled back, and with it the transaction of " + batch);
            }
            TransactionSynchronizationUtils.triggerBeforeCommit(false);
        } catch (DataAccessException failure) {
            throw unwrapped(failure);
        } finally {
            end(batch);
        }
    }

    private void begin(EventBatch batch, ConnectionHolder holder) {
        holder.setSynchronizedWithTransaction(true);
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        TransactionSynchronizationManager.setCurrentTransactionName("log " + batch.topic() + " " + batch.group());
        TransactionSynchronizationManager.bindResource(dataSource, holder);
    }

    private void end(EventBatch batch) {
        try {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
            var waiting = TransactionSynchronizationManager.getSynchronizations();
            batch.onEnd(outcome -> tell(waiting, outcome));
        } finally {
            TransactionSynchronizationManager.unbindResource(dataSource);
            TransactionSynchronizationManager.clear();
        }
    }

    private static void tell(List<TransactionSynchronization> waiting, EventBatch.Outcome outcome) {
        try {
            if (outcome == EventBatch.Outcome.COMMITTED) {
                TransactionSynchronizationUtils.invokeAfterCommit(waiting);
            }
        } finally {
            TransactionSynchronizationUtils.invokeAfterCompletion(
                    waiting,
                    switch (outcome) {
                        case COMMITTED -> TransactionSynchronization.STATUS_COMMITTED;
                        case ROLLED_BACK -> TransactionSynchronization.STATUS_ROLLED_BACK;
                        case UNKNOWN -> TransactionSynchronization.STATUS_UNKNOWN;
                    });
        }
    }

    /** What the database wants repeated, such as after a deadlock, is no failure of the listener. */
    private static Exception unwrapped(DataAccessException failure) {
        return NestedExceptionUtils.getRootCause(failure) instanceof SQLException cause
                        && DatabaseException.of(cause).isRetryable()
                ? cause
                : failure;
    }
}
