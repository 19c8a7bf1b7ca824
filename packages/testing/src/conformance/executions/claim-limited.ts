import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import type { NewExecution } from '@scheduler/contracts/adapter';
import { assertIds, present } from '../kit/assertions.js';
import { outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, type StoreScene } from '../kit/store-scene.js';

/** Executions of a job that is not due, of which so many may run at once. */
async function waitingOfJob(scene: StoreScene, concurrency: number, count: number) {
  const policies = { ...POLICIES, concurrency };
  const job = await scene.addJob({ nextRunAt: await scene.fromNow(HOUR), policies });
  const executions: Execution[] = [];
  for (let made = 0; made < count; made += 1) executions.push(await scene.addManualRun(job));
  return { job, executions };
}

async function waitingWithKey(scene: StoreScene, count: number, props: Partial<NewExecution> = {}) {
  const limits = { concurrencyKey: 'customer-7', concurrencyLimit: 2 };
  const executions: Execution[] = [];
  for (let made = 0; made < count; made += 1)
    executions.push(await scene.addExecution({ ...limits, ...props }));
  return executions;
}

const claimById = (scene: StoreScene, executions: readonly Execution[]) =>
  scene.executions.claimById({
    ids: executions.map(({ id }) => id),
    owner: 'node-b',
    leaseMs: LEASE_MS,
  });

export const claimLimited: ConformanceGroup<StoreScene> = {
  title: 'executions.claim: limited by job and key (F112)',
  cases: {
    'takes as many of a job as may run at once, in one claim or in several': async (scene) => {
      const { executions } = await waitingOfJob(scene, 2, 4);
      assertIds(await scene.claim({ limit: 10 }), executions.slice(0, 2));
      assertIds(await scene.claim({ limit: 10 }), []);
      const other = await waitingOfJob(scene, 3, 4);
      for (const expected of other.executions.slice(0, 3)) assertIds(await scene.claim(), [expected]);
      assertIds(await scene.claim(), []);
    },
    'takes the next ones of a job as others end, retry or are lost': async (scene) => {
      const { executions } = await waitingOfJob(scene, 2, 5);
      const [first, second] = await scene.claim({ limit: 10 });
      assert.ok(first !== undefined && second !== undefined);
      await scene.settle(first, outcomes.succeeded());
      assertIds(await scene.claim({ limit: 10 }), executions.slice(2, 3));
      await scene.settle(second, outcomes.retry(HOUR));
      assertIds(await scene.claim({ limit: 10 }), executions.slice(3, 4));
      await scene.loseAndRescue();
      assert.equal((await scene.claim({ limit: 10 })).length, 2);
    },
    'does not spend the limit on what it passes over': async (scene) => {
      const { executions } = await waitingOfJob(scene, 2, 5);
      const others = [await scene.addExecution({ priority: 9 }), await scene.addExecution({ priority: 9 })];
      assertIds(await scene.claim({ limit: 4 }), [...executions.slice(0, 2), ...others]);
    },
    'takes as many with a key as may run at once': async (scene) => {
      const executions = await waitingWithKey(scene, 4);
      assertIds(await scene.claim({ limit: 10 }), executions.slice(0, 2));
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'counts a key over all queues, types and jobs': async (scene) => {
      const [a] = await waitingWithKey(scene, 1);
      const [b, c] = await waitingWithKey(scene, 2, { queue: 'mails' });
      assertIds(await scene.claim({ limit: 10 }), [present(a)]);
      assertIds(await scene.claim({ limit: 10, queue: 'mails' }), [present(b)]);
      await scene.settle(await scene.execution(present(a)), outcomes.succeeded());
      assertIds(await scene.claim({ limit: 10, queue: 'mails' }), [present(c)]);
    },
    'counts a key for each tenant': async (scene) => {
      const mine = await waitingWithKey(scene, 2, { tenant: 'a' });
      const theirs = await waitingWithKey(scene, 3, { tenant: 'b' });
      assertIds(await scene.claim({ limit: 10 }), [...mine, ...theirs.slice(0, 2)]);
    },
    'lets no key wait for another one that is full': async (scene) => {
      const flood = await waitingWithKey(scene, 30);
      const [other] = await waitingWithKey(scene, 1, { concurrencyKey: 'customer-8' });
      assertIds(await scene.claim({ limit: 3 }), [...flood.slice(0, 2), present(other)]);
    },
    'holds the limit of the job and of the key together': async (scene) => {
      const keyed = { concurrencyKey: 'customer-7', concurrencyLimit: 2 };
      const policies = { ...POLICIES, ...keyed, concurrency: 3 };
      const jobs = [];
      for (let made = 0; made < 2; made += 1)
        jobs.push(await scene.addJob({ nextRunAt: await scene.fromNow(HOUR), policies }));
      for (const job of jobs) for (let made = 0; made < 3; made += 1) await scene.addManualRun(job);
      assert.equal((await scene.claim({ limit: 10 })).length, 2);
      await scene.advance(1);
      assert.equal((await scene.claim({ limit: 10 })).length, 0);
    },
    'frees the place of a lost lease when it is rescued, not before': async (scene) => {
      await waitingWithKey(scene, 3);
      await scene.claim({ limit: 10 });
      await scene.advance(LEASE_MS + HOUR);
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.rescue();
      assert.equal((await scene.claim({ limit: 10 })).length, 2);
      assert.equal((await scene.listExecutions({ statuses: ['running'] })).total, 2);
    },
    'frees the place of one that ends, is given back or is cancelled': async (scene) => {
      await waitingWithKey(scene, 5);
      for (const outcome of [outcomes.succeeded(), outcomes.interrupted(), outcomes.cancelled()]) {
        const [first, second] = await scene.claim({ limit: 10 });
        assert.ok(first !== undefined && second !== undefined);
        await scene.settle(first, outcome);
        await scene.settle(second, outcomes.interrupted());
      }
      assert.equal((await scene.claim({ limit: 10 })).length, 2);
    },
    'goes on after what was next in line is cancelled': async (scene) => {
      const executions = await waitingWithKey(scene, 4);
      const claimed = await scene.claim({ limit: 10 });
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.settle(present(claimed[0]), outcomes.succeeded());
      await scene.executions.requestCancel({
        id: present(executions[2]).id,
        tenant: null,
        reason: 'not needed',
      });
      assertIds(await scene.claim({ limit: 10 }), [present(executions[3])]);
    },
    'holds for claims that name executions': async (scene) => {
      const executions = await waitingWithKey(scene, 4);
      const free = await scene.addExecution();
      const claimed = await claimById(scene, [...executions, free]);
      assert.equal(claimed.length, 3);
      assert.ok(claimed.some(({ id }) => id === free.id));
      assertIds(await claimById(scene, executions), []);
    },
    'lets a higher limit of a new execution hold for that one': async (scene) => {
      await waitingWithKey(scene, 2);
      await scene.claim({ limit: 10 });
      const [more] = await waitingWithKey(scene, 1, { concurrencyLimit: 3 });
      assertIds(await scene.claim({ limit: 10 }), [present(more)]);
    },
    'holds in a paused queue and after it': async (scene) => {
      const executions = await waitingWithKey(scene, 3);
      await scene.queues.change({ queue: 'default', paused: true });
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.queues.change({ queue: 'default', paused: false });
      assertIds(await scene.claim({ limit: 10 }), executions.slice(0, 2));
    },
    'holds for several who claim at once': async (scene) => {
      await waitingWithKey(scene, 8);
      const owners = ['a', 'b', 'c', 'd', 'e'];
      const claims = await Promise.all(owners.map((owner) => scene.claim({ owner, limit: 2 })));
      const rest = await scene.claim({ limit: 10 });
      assert.equal(claims.flat().length + rest.length, 2);
      assert.equal((await scene.listExecutions({ statuses: ['running'] })).total, 2);
    },
    'holds for several who claim at once by name': async (scene) => {
      const executions = await waitingWithKey(scene, 6);
      const claims = await Promise.all(executions.map((one) => claimById(scene, [one])));
      assert.ok(claims.flat().length <= 2);
      await claimById(scene, executions);
      assert.equal((await scene.listExecutions({ statuses: ['running'] })).total, 2);
    },
  },
};
