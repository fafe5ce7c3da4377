// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.web.queue.QueueRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The whole installation in figures: the same from every replica.
 *
 * @param jobs capped counts over all queues
 * @param oldestReadyAt when the oldest job that could begin was enqueued; those of paused queues do not count
 */
public record Stats(
        int membersAlive,
        int queues,
        int queuesPaused,
        QueueRow.Depth jobs,
        Optional<Instant> oldestReadyAt,
        DatabaseReadStore.Totals totals) {
    static Stats of(int membersAlive, List<QueueRow> queues, DatabaseReadStore.Totals totals) {
        var depth = queues.stream()
                .map(QueueRow::depth)
                .reduce(
                        new QueueRow.Depth(0, 0, 0, 0),
                        (a, b) -> new QueueRow.Depth(
                                a.ready() + b.ready(),
                                a.running() + b.running(),
                                a.deferred() + b.deferred(),
                                a.blocked() + b.blocked()));
        var paused = (int) queues.stream().filter(QueueRow::isPaused).count();
        var oldest = queues.stream()
                .filter(queue -> !queue.isPaused())
                .flatMap(queue -> queue.oldestReadyAt().stream())
                .min(Instant::compareTo);
        return new Stats(membersAlive, queues.size(), paused, depth, oldest, totals);
    }
}
