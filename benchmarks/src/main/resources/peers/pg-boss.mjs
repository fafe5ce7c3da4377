// SPDX-License-Identifier: Apache-2.0
// pg-boss: two workers per process that fetch 500 at a time, again at once while a batch comes back full. For latency with
// LISTEN and NOTIFY, which it has per queue; for throughput without, because a NOTIFY makes commits wait for each other.
import { PgBoss } from 'pg-boss';

const queue = 'nothing';
const polling = { pollingIntervalSeconds: 0.5, burstWhenBatchFull: true, localConcurrency: 2 };

export async function open(address, aim, install) {
  const notify = aim === 'LATENCY';
  const boss = new PgBoss({ ...address, max: 12, schedule: false, useListenNotify: notify, migrate: install });
  boss.on('error', failure => console.error(failure));
  await boss.start();
  if (install) await boss.createQueue(queue, { notify });
  return {
    enqueue: number => boss.send(queue, { number }),

    enqueueAll: (from, to) =>
      boss.insert(
        queue,
        Array.from({ length: to - from }, (_, i) => ({ data: { number: from + i } })),
      ),

    work: (wanted, handle) =>
      boss.work(queue, { ...polling, batchSize: 500 }, async jobs => {
        for (const job of jobs) handle(job.data.number);
      }),

    close: () => boss.stop({ graceful: true, close: true, timeout: 10_000 }),
  };
}
