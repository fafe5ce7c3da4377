// SPDX-License-Identifier: Apache-2.0
// A player on Node: the product named by its argument, in a process of its own. It speaks what the Java one does.
import { createInterface } from 'node:readline';

const { open } = await import(`./${process.argv[2]}.mjs`);

const tell = value => process.stdout.write(JSON.stringify(value) + '\n');

// Whatever a library prints must not come between the answers.
console.log = console.info = console.warn = console.debug = console.error;

// The time that the processes of a trial have in common, in microseconds. Date.now() has milliseconds only, and Node's
// finer clocks drift away from it, so they are set by it whenever a trial begins.
let offset = 0;
const fine = () => Number(process.hrtime.bigint() / 1000n);
const micros = () => offset + fine();
function setClock() {
  const before = Date.now();
  let now = before;
  while (now === before) now = Date.now();
  offset = now * 1000 - fine();
}

let product = null;
let handled = null;

// Counts what this process handles and tells it now and then; remembers when each job began, if that is asked.
function counting(tellEvery, timed) {
  const began = new Array(timed).fill(0);
  let count = 0;
  let told = 0;
  const tellCount = () => {
    told = count;
    tell({ handled: count, at: micros() });
  };
  const ticker = setInterval(() => count !== told && tellCount(), 20);
  return {
    began,
    stop: () => clearInterval(ticker),
    accept(number) {
      if (number < timed) began[number] = micros();
      count++;
      if (count === 1 || count % tellEvery === 0) tellCount();
    },
  };
}

const inParallel = (threads, work) => Promise.all(Array.from({ length: threads }, (_, thread) => work(thread)));

const commands = {
  async open(command) {
    await commands.close();
    setClock();
    const { host, port, database, user, password, aim } = command;
    product = await open({ host, port, database, user, password }, aim, command.install);
    return {};
  },

  async enqueue({ threads, millis }) {
    let next = 0;
    const latencies = [];
    const began = fine();
    const deadline = began + millis * 1000;
    await inParallel(threads, async () => {
      for (let now = fine(); now < deadline; ) {
        await product.enqueue(next++);
        const after = fine();
        latencies.push(after - now);
        now = after;
      }
    });
    return { nanos: (fine() - began) * 1000, latencies };
  },

  async fill({ jobs, batch }) {
    const began = fine();
    for (let from = 0; from < jobs; from += batch) {
      await product.enqueueAll(from, Math.min(jobs, from + batch));
    }
    return { nanos: (fine() - began) * 1000 };
  },

  async pace({ from, jobs, periodNanos, threads }) {
    const called = new Array(jobs);
    const returned = new Array(jobs);
    const began = fine();
    await inParallel(threads, async thread => {
      for (let i = thread; i < jobs; i += threads) {
        const due = began + (i * periodNanos) / 1000;
        for (let wait = due - fine(); wait > 0; wait = due - fine()) {
          await new Promise(resolve => setTimeout(resolve, Math.max(0, wait / 1000)));
        }
        called[i] = micros();
        await product.enqueue(from + i);
        returned[i] = micros();
      }
    });
    return { called, returned };
  },

  async work({ aim, tellEvery, timed }) {
    handled = counting(tellEvery, timed);
    await product.work(aim, handled.accept);
    return {};
  },

  async times() {
    return { began: handled.began };
  },

  async close() {
    const closing = product;
    product = null;
    handled?.stop();
    await closing?.close();
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  try {
    tell(await commands[command.do](command));
  } catch (failure) {
    console.error(failure);
    tell({ error: String(failure) });
  }
}
// Its input has ended, so whoever asked is gone.
process.exit(0);
