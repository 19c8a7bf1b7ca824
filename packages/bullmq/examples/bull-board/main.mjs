// npm start -- default reports: shows these queues on http://127.0.0.1:3000/queues
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { bullmqQueueOf } from '@scheduler/bullmq';
import { Queue } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';

const {
  SCHEDULER_REDIS_URL: url = 'redis://localhost:6379',
  SCHEDULER_REDIS_KEY_PREFIX: keyPrefix = 'scheduler:',
  PORT: port = '3000',
} = process.env;
const names = process.argv.length > 2 ? process.argv.slice(2) : ['default'];

const connection = new Redis(url, { maxRetriesPerRequest: null });
const queues = names.map((queue) => {
  // The name of the queue in BullMQ, and the prefix of its keys.
  const { name, prefix } = bullmqQueueOf(queue, { keyPrefix });
  // Read-only, because removing or repeating a message does not change its executions, whose state is in the store.
  return new BullMQAdapter(new Queue(name, { prefix, connection }), { readOnlyMode: true });
});

const serverAdapter = new ExpressAdapter();
serverAdapter.setBasePath('/queues');
createBullBoard({ queues, serverAdapter });

// There is no authentication: keep it on this machine, or put your own authentication in front of it.
express()
  .use('/queues', serverAdapter.getRouter())
  .listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/queues`));
