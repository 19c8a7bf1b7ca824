// bull-board on Express, over delayed jobs of BullMQ. Prints where it listens, and ends with its input.
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { Queue } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';

const [redis, count] = [process.argv[2], Number(process.argv[3])];
const STEP = 5_000;
const queue = new Queue('bench', { connection: new Redis(redis, { maxRetriesPerRequest: null }) });
const delay = 10 * 365 * 24 * 3_600_000;
for (let made = 0; made < count; made += STEP)
  await queue.addBulk(
    Array.from({ length: Math.min(STEP, count - made) }, (_, index) => ({
      name: 'greet',
      data: { customer: { id: made + index } },
      opts: { delay },
    })),
  );
const serverAdapter = new ExpressAdapter();
createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter });
const app = express().use('/', serverAdapter.getRouter());
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
