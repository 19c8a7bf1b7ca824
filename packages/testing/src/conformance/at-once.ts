import assert from 'node:assert/strict';
import { defineHandler, type SchedulerStore, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { assertJobEnqueued } from '../helpers/assert-job-enqueued.js';
import { assertJobExecuted } from '../helpers/assert-job-executed.js';
import { drainQueue } from '../helpers/drain-queue.js';
import { runJob } from '../helpers/run-job.js';
import type { ConformanceGroup } from './kit/group.js';
import type { StoreHarness } from './kit/harness.js';

const ROUNDS = 25;
const EACH = 4;

function nodeOn(store: SchedulerStore) {
  const handler = defineHandler({ type: 'at_once', handle: () => undefined });
  return createSchedulerNode({ store, handlers: [handler] });
}

/** What is asked for now runs now. Nodes have the clock of the machine here, which is never quite that of the store. */
export const atOnce: ConformanceGroup<StoreHarness> = {
  title: 'work that is available at once',
  cases: {
    'is run by the next drain, each time (F96)': async ({ store }) => {
      const node = nodeOn(store);
      for (let round = 0; round < ROUNDS; round += 1) {
        const requests = Array.from({ length: EACH }, () => ({ type: 'at_once', payload: round }));
        await Promise.all(requests.map((request) => node.scheduler.enqueue(request)));
        assert.equal((await drainQueue(node)).length, EACH, `round ${round}`);
      }
      await assertJobEnqueued(node, 'at_once', { times: ROUNDS * EACH });
      await assertJobEnqueued(node, 'at_once', { times: EACH, payload: 7 });
      await assertJobExecuted(node, 'at_once', { times: ROUNDS * EACH, status: 'success' });
      await node.stop();
    },
    'is run by runJob, each time (F96)': async ({ store }) => {
      const node = nodeOn(store);
      await node.scheduler.schedule({ name: 'job', type: 'at_once', trigger: trigger.every('1h') });
      for (let round = 0; round < ROUNDS; round += 1) await runJob(node, 'job');
      await assertJobExecuted(node, 'job', { times: ROUNDS, status: 'success' });
      await node.stop();
    },
  },
};
