#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// A worker over REST, with nothing but fetch: claims jobs of type "shout" until it has done one.
const url = process.env.HOWDAH_URL.replace(/\/$/, '');
const key = process.env.HOWDAH_API_KEY;

async function call(path, body) {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(90_000),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

const work = (job) => ({ text: job.payload.text.toUpperCase() });

let done = 0;
while (done === 0) {
  // Waits up to half a minute; what is claimed is ours for two, and somebody else's if we die meanwhile.
  const { items } = await call('claims', { types: ['shout'], waiting: 'PT30S', hold: 'PT2M' });
  for (const job of items) {
    let result;
    try {
      result = work(job);
    } catch (failure) {
      await call(`claims/${job.claim}/fail`, { error: String(failure) });
      continue;
    }
    await call(`claims/${job.claim}/complete`, { result });
    console.log('done:', result.text);
    done += 1;
  }
}
