// SPDX-License-Identifier: Apache-2.0
// graphile-worker as its page on performance sets it up: 24 jobs at a time, a local queue of 500, completions in batches.
// For latency without the local queue and without batches, which is what it documents as quickest to begin.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';

const quiet = new Logger(() => () => {});
const concurrentJobs = 24;
const batching = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export async function open(address, aim, install) {
  const pgPool = new pg.Pool({ ...address, max: concurrentJobs + 1 });
  // The server may go away before this process does.
  pgPool.on('error', failure => console.error(failure));
  const utils = await makeWorkerUtils({ pgPool, logger: quiet });
  if (install) await utils.migrate();
  let runner = null;
  return {
    enqueue: number => utils.addJob('nothing', { number }),

    enqueueAll: (from, to) =>
      utils.addJobs(
        Array.from({ length: to - from }, (_, i) => ({ identifier: 'nothing', payload: { number: from + i } })),
      ),

    async work(wanted, handle) {
      runner = await run({
        preset: { worker: { concurrentJobs, ...(wanted === 'THROUGHPUT' ? batching : {}) } },
        pgPool,
        logger: quiet,
        noHandleSignals: true,
        taskList: { nothing: async payload => handle(payload.number) },
      });
    },

    async close() {
      await runner?.stop();
      await utils.release();
      await pgPool.end();
    },
  };
}
