import assert from 'node:assert/strict';
import type { Execution, Priority } from '@scheduler/contracts';
import { assertApart, assertIds, assertIdsInAnyOrder, assertSameExecution } from '../kit/assertions.js';
import { buildExecution, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

export const claimOrder: ConformanceGroup<StoreScene> = {
  title: 'executions.claim',
  cases: {
    'takes only what is more urgent, where that is asked for': async (scene) => {
      const [urgent, usual] = [
        await scene.addExecution({ priority: 2 }),
        await scene.addExecution({ priority: 5 }),
      ];
      const claim = (moreUrgentThan: Priority) =>
        scene.executions.claim({
          owner: 'node',
          leaseMs: LEASE_MS,
          lanes: [{ queue: 'default', limit: 10, moreUrgentThan }],
        });
      assertIds(await claim(2), []);
      assertIds(await claim(5), [urgent]);
      assertIds(await claim(6), [usual]);
    },
    'takes a lease: running, fence and try raised, owner, end of lease, start (F110, F217)': async (
      scene,
    ) => {
      const execution = await scene.addExecution();
      const claimed = await scene.claimOne({ owner: 'node-x', leaseMs: 5 * MINUTE });
      assert.equal(claimed.id, execution.id);
      assert.equal(claimed.status, 'running');
      assert.equal(claimed.fence, 1);
      assert.equal(claimed.attemptsUsed, 1);
      assert.equal(claimed.owner, 'node-x');
      assertApart(claimed.leaseUntil, claimed.startedAt, 5 * MINUTE);
      assert.equal(claimed.startConfirmed, false);
    },
    'changes nothing else': async (scene) => {
      const execution = await scene.addExecution({
        payload: { a: 1 },
        tags: ['t'],
        tenant: 'a',
        targetId: 'x',
      });
      const claimed = await scene.claimOne();
      const { status, fence, attemptsUsed, owner, leaseUntil, startedAt, startConfirmed } = claimed;
      assertSameExecution(claimed, {
        ...execution,
        status,
        fence,
        attemptsUsed,
        owner,
        leaseUntil,
        startedAt,
        startConfirmed,
      });
    },
    'stores what it gives': async (scene) => {
      const execution = await scene.addExecution();
      const claimed = await scene.claimOne();
      assertSameExecution(await scene.execution(execution), claimed);
    },
    'takes the most urgent first (F116, F260)': async (scene) => {
      const [late, urgent, middle] = [
        await scene.addExecution({ priority: 9 }),
        await scene.addExecution({ priority: 0 }),
        await scene.addExecution({ priority: 5 }),
      ];
      assertIds(await scene.claim({ limit: 3 }), [urgent, middle, late]);
    },
    'takes the one first that was available first, among equally urgent ones': async (scene) => {
      const second = await scene.addExecution({ availableAt: await scene.fromNow(-MINUTE) });
      const first = await scene.addExecution({ availableAt: await scene.fromNow(-HOUR) });
      const third = await scene.addExecution();
      assertIds(await scene.claim({ limit: 3 }), [first, second, third]);
    },
    'takes by id among equal ones': async (scene) => {
      const now = await scene.now();
      const executions = [buildExecution(now), buildExecution(now), buildExecution(now)];
      await scene.executions.add({ executions: [...executions].reverse() });
      assertIds(await scene.claim({ limit: 2 }), executions.slice(0, 2));
      assertIds(await scene.claim({ limit: 2 }), executions.slice(2));
    },
    'prefers urgency to waiting time': async (scene) => {
      const waiting = await scene.addExecution({ priority: 5, availableAt: await scene.fromNow(-HOUR) });
      const urgent = await scene.addExecution({ priority: 4 });
      assertIds(await scene.claim({ limit: 1 }), [urgent]);
      assertIds(await scene.claim({ limit: 1 }), [waiting]);
    },
    'takes nothing before it is available (F24)': async (scene) => {
      const execution = await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      assertIds(await scene.claim(), []);
      await scene.advance(HOUR);
      assertIds(await scene.claim(), [execution]);
    },
    'is not held up by something urgent that is not available yet': async (scene) => {
      await scene.addExecution({ priority: 0, availableAt: await scene.fromNow(HOUR) });
      const execution = await scene.addExecution({ priority: 9 });
      assertIds(await scene.claim({ limit: 5 }), [execution]);
    },
    'orders what became available meanwhile by urgency': async (scene) => {
      const slow = await scene.addExecution({ priority: 7, availableAt: await scene.fromNow(MINUTE) });
      const ready = await scene.addExecution({ priority: 5 });
      const fast = await scene.addExecution({ priority: 1, availableAt: await scene.fromNow(2 * MINUTE) });
      await scene.advance(HOUR);
      assertIds(await scene.claim({ limit: 5 }), [fast, ready, slow]);
    },
    'takes only from the queue that was asked for (F107)': async (scene) => {
      await scene.addExecution({ queue: 'a' });
      const b = await scene.addExecution({ queue: 'b' });
      assertIds(await scene.claim({ queue: 'b', limit: 10 }), [b]);
      assertIds(await scene.claim({ queue: 'nobody', limit: 10 }), []);
    },
    'keeps the limit of each lane': async (scene) => {
      const all: Execution[] = [];
      for (const queue of ['a', 'a', 'a', 'b', 'b', 'c']) all.push(await scene.addExecution({ queue }));
      const lanes = [
        { queue: 'a', limit: 2 },
        { queue: 'b', limit: 5 },
        { queue: 'd', limit: 5 },
        { queue: 'c', limit: 0 },
      ];
      const claimed = await scene.executions.claim({ lanes, owner: 'node-a', leaseMs: LEASE_MS });
      assertIdsInAnyOrder(
        claimed,
        [0, 1, 3, 4].flatMap((index) => all[index] ?? []),
      );
      assert.equal((await scene.executions.count({ tenant: null })).running, 4);
    },
    'takes nothing for no lane': async (scene) => {
      await scene.addExecution();
      assertIds(await scene.executions.claim({ lanes: [], owner: 'node-a', leaseMs: LEASE_MS }), []);
    },
    'never takes what runs or has ended': async (scene) => {
      await scene.addExecution();
      const claimed = await scene.claimOne();
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.settle(claimed, outcomes.succeeded());
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'does not take what runs even when its lease is over': async (scene) => {
      await scene.addExecution();
      await scene.claimOne();
      await scene.advance(2 * LEASE_MS);
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'takes executions of every tenant': async (scene) => {
      const executions = [
        await scene.addExecution({ tenant: 'a' }),
        await scene.addExecution({ tenant: 'b' }),
      ];
      assertIds(await scene.claim({ limit: 10 }), executions);
    },
    'gives each execution to exactly one of several who claim at once (F128)': async (scene) => {
      const now = await scene.now();
      const executions = Array.from({ length: 60 }, () => buildExecution(now));
      await scene.executions.add({ executions });
      const owners = ['a', 'b', 'c', 'd', 'e', 'f'];
      const claims = await Promise.all(owners.map((owner) => scene.claim({ owner, limit: 15 })));
      claims.forEach((claimed, index) => {
        assert.ok(claimed.length <= 15, `${owners[index]} asked for 15 and got ${claimed.length}`);
        for (const { owner } of claimed) assert.equal(owner, owners[index]);
      });
      const all = claims.flat().concat(await scene.claim({ limit: 100 }));
      assertIdsInAnyOrder(all, executions);
      assert.ok(all.every(({ fence, attemptsUsed }) => fence === 1 && attemptsUsed === 1));
    },
    'claims from many queues at once without mixing them up': async (scene) => {
      const queues = ['a', 'b', 'c'];
      for (const queue of queues)
        for (let count = 0; count < 5; count += 1) await scene.addExecution({ queue });
      const claims = await Promise.all(queues.map((queue) => scene.claim({ queue, limit: 4 })));
      claims.forEach((claimed, index) => {
        assert.equal(claimed.length, 4);
        assert.ok(claimed.every(({ queue }) => queue === queues[index]));
      });
    },
  },
};
