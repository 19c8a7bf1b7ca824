import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler, type HandledJob, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '../knex-store.js';

/** A node in its own process that sends the payload of each run. Arguments: the URL, the table prefix, the lease in milliseconds. */
async function main([connection = '', tablePrefix = '', lease = '']: readonly string[]): Promise<void> {
  const clock = new SystemClock();
  const duration = Number(lease);
  const count = defineHandler({
    type: 'count',
    handle: async (job: HandledJob<number>) => {
      await sleep(10);
      // The message is sent before the handler ends, so that every settled run was reported.
      await new Promise((sent) => process.send?.(job.payload, sent));
    },
  });
  const node = createSchedulerNode({
    store: createKnexStore({ connection, clock, tablePrefix }),
    clock,
    logger: silentLogger,
    handlers: [count],
    config: {
      queues: { default: 2 },
      pollInterval: 50,
      lease: { duration, heartbeat: duration / 6, selfAbort: duration / 2, rescueInterval: 300 },
    },
  });
  await node.start();
  process.once('SIGTERM', () => void node.stop().then(() => process.exit(0)));
  process.send?.('ready');
}

void main(process.argv.slice(2));
