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
  // Nobody has to guess how BullMQ calls a queue, or where its keys are.
  const { name, prefix } = bullmqQueueOf(queue, { keyPrefix });
  // A message is only news: to remove or repeat it changes nothing about its executions, so that the board may look, and no more.
  return new BullMQAdapter(new Queue(name, { prefix, connection }), { readOnlyMode: true });
});

const serverAdapter = new ExpressAdapter();
serverAdapter.setBasePath('/queues');
createBullBoard({ queues, serverAdapter });

// It asks nobody who they are: keep it on this machine, or put your own authentication before it.
express()
  .use('/queues', serverAdapter.getRouter())
  .listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/queues`));
