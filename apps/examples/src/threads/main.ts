import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

const countPrimes = defineHandler({
  type: 'count_primes',
  runIn: 'thread',
  module: require.resolve('./count-primes.js'),
});

/** Work that keeps a processor busy runs in threads, and this thread stays free. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }), handlers: [countPrimes] });
  await app.start();
  const below = 200_000;
  const counted = await app.enqueue('count_primes', { below });
  const endless = await app.enqueue('count_primes', { below: Number.MAX_SAFE_INTEGER }, { timeout: '1s' });

  const pending = ['pending', 'running'];
  const ended = async (id: string) => {
    for (;;) {
      const execution = await app.getExecution(id);
      if (!pending.includes(execution.status) || execution.attempts.length > 0) return execution;
      await sleep(20);
    }
  };
  const { output } = await ended(counted.id);
  console.log(`Primes below ${below}:`, JSON.stringify(output));
  const [attempt] = (await ended(endless.id)).attempts;
  console.log('The endless one ended by', attempt?.status);
  await app.stop();
}

void main();
