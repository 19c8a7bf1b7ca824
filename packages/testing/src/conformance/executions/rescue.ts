import assert from 'node:assert/strict';
import { trigger } from '@scheduler/contracts';
import { assertIds, assertIdsInAnyOrder, assertSameExecution } from '../kit/assertions.js';
import { outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

const oneTry = { policies: { ...POLICIES, maxRetries: 0 } };

async function claimNew(scene: StoreScene, owner = 'node-a') {
  await scene.addExecution();
  return scene.claimOne({ owner });
}

/** Claimed, and its handler is known to have started. */
async function startNew(scene: StoreScene, owner = 'node-a') {
  return scene.start(await claimNew(scene, owner));
}

export const rescueGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.rescue',
  cases: {
    'lets an execution wait again whose lease is over (F69, F215)': async (scene) => {
      const claimed = await startNew(scene);
      const [rescued] = await scene.loseAndRescue();
      assert.equal(rescued?.id, claimed.id);
      assert.equal(rescued?.status, 'pending');
      assert.equal(rescued?.owner, null);
      assert.equal(rescued?.leaseUntil, null);
      assert.deepEqual(rescued?.reason, { code: 'lease_expired', message: null });
      assertSameExecution(await scene.execution(claimed), rescued ?? claimed);
    },
    'lists the attempt as lost': async (scene) => {
      const claimed = await startNew(scene, 'node-x');
      const [rescued] = await scene.loseAndRescue();
      const [attempt] = rescued?.attempts ?? [];
      assert.equal(attempt?.status, 'lost');
      assert.equal(attempt?.owner, 'node-x');
      assert.equal(attempt?.fence, claimed.fence);
      assert.equal(attempt?.error?.code, 'LEASE_EXPIRED');
    },
    'lets another node have it at once, with a higher fence and the try counted': async (scene) => {
      await startNew(scene);
      await scene.loseAndRescue();
      const again = await scene.claimOne({ owner: 'node-b' });
      assert.equal(again.fence, 2);
      assert.equal(again.attemptsUsed, 2);
      assert.equal(again.owner, 'node-b');
    },
    'leaves leases alone that are not over': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(LEASE_MS - MINUTE);
      assertIds(await scene.rescue(), []);
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'grants the grace after the end of a lease': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(LEASE_MS + MINUTE);
      assertIds(await scene.rescue({ graceMs: 5 * MINUTE }), []);
      await scene.advance(5 * MINUTE);
      assertIds(await scene.rescue({ graceMs: 5 * MINUTE }), [claimed]);
    },
    'rescues no more than the limit at once': async (scene) => {
      const claimed = [await claimNew(scene), await claimNew(scene), await claimNew(scene)];
      await scene.advance(LEASE_MS + MINUTE);
      const first = await scene.rescue({ limit: 2 });
      assert.equal(first.length, 2);
      const second = await scene.rescue({ limit: 2 });
      assertIdsInAnyOrder([...first, ...second], claimed);
    },
    'rescues each execution once': async (scene) => {
      await claimNew(scene);
      assert.equal((await scene.loseAndRescue()).length, 1);
      assertIds(await scene.rescue(), []);
    },
    'rescues each execution once, however many rescue at once': async (scene) => {
      const claimed = [await claimNew(scene), await claimNew(scene), await claimNew(scene)];
      await scene.advance(LEASE_MS + MINUTE);
      const rescues = await Promise.all(Array.from({ length: 4 }, () => scene.rescue()));
      assertIdsInAnyOrder(rescues.flat(), claimed);
    },
    'leaves waiting and ended executions alone': async (scene) => {
      const ended = await scene.settle(await claimNew(scene), outcomes.succeeded());
      const waiting = await scene.addExecution();
      assertIds(await scene.loseAndRescue(), []);
      assertSameExecution(await scene.execution(ended), ended);
      assertSameExecution(await scene.execution(waiting), waiting);
    },
    'ends an execution as failed whose budget is used up': async (scene) => {
      const { execution } = await scene.started(oneTry);
      const [rescued] = await scene.loseAndRescue();
      assert.equal(rescued?.id, execution.id);
      assert.equal(rescued?.status, 'failed');
      assert.deepEqual(rescued?.reason, { code: 'lease_expired', message: null });
      assert.equal(rescued?.error?.code, 'LEASE_EXPIRED');
      assert.equal(rescued?.deadLetter, null);
      assert.ok(rescued?.finishedAt instanceof Date);
      assertSameExecution(await scene.execution(execution), rescued ?? execution);
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'ends it after as many lost attempts as its budget allows': async (scene) => {
      await scene.started({ policies: { ...POLICIES, maxRetries: 2 } });
      const statuses: (string | undefined)[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        statuses.push((await scene.loseAndRescue())[0]?.status);
        if (attempt < 3) await scene.start(await scene.claimOne());
      }
      assert.deepEqual(statuses, ['pending', 'pending', 'failed']);
    },
    'makes a dead letter of what it ends, where a queue is named for it': async (scene) => {
      await scene.started(oneTry);
      const [rescued] = await scene.loseAndRescue('dead');
      assert.deepEqual(rescued?.deadLetter, { queue: 'dead', at: rescued?.finishedAt });
      assertIds((await scene.listExecutions({ deadLettered: true })).items, rescued ? [rescued] : []);
    },
    'makes no dead letter of what waits again': async (scene) => {
      await startNew(scene);
      const [rescued] = await scene.loseAndRescue('dead');
      assert.equal(rescued?.deadLetter, null);
    },
    'counts what it ends as a failure of the job': async (scene) => {
      const { job } = await scene.started(oneTry);
      await scene.loseAndRescue();
      const { executions, failed, succeeded } = (await scene.job(job)).counters;
      assert.deepEqual({ executions, failed, succeeded }, { executions: 1, failed: 1, succeeded: 0 });
    },
    'does not count what waits again': async (scene) => {
      const { job } = await scene.started();
      await scene.loseAndRescue();
      assert.equal((await scene.job(job)).counters.executions, 0);
    },
    'fails a one-off job whose execution it ends': async (scene) => {
      const once = trigger.once(new Date('2030-01-01T00:00:00Z'));
      const { job } = await scene.started({ ...oneTry, trigger: once }, { nextRunAt: null });
      await scene.loseAndRescue();
      assert.equal((await scene.job(job)).status, 'failed');
    },
    'pauses a job whose policy says so, after it ended its execution (F70)': async (scene) => {
      const policies = { ...POLICIES, maxRetries: 0, onExhausted: 'pause' } as const;
      const { job } = await scene.started({ policies });
      await scene.loseAndRescue();
      assert.equal((await scene.job(job)).status, 'paused');
    },
    'ends an execution as cancelled that was asked to stop': async (scene) => {
      const claimed = await startNew(scene);
      await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'enough' });
      const [rescued] = await scene.loseAndRescue('dead');
      assert.equal(rescued?.attempts[0]?.status, 'lost');
      assert.equal(rescued?.status, 'cancelled');
      assert.deepEqual(rescued?.reason, { code: 'cancelled', message: 'enough' });
      assert.equal(rescued?.deadLetter, null);
    },
  },
};
