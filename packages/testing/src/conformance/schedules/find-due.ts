import assert from 'node:assert/strict';
import { assertIds, assertInstant, assertSameJob } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

const due = async (scene: StoreScene, limit = 10) => (await scene.schedules.findDue({ limit })).jobs;

export const findDue: ConformanceGroup<StoreScene> = {
  title: 'schedules.findDue and nextDueAt',
  cases: {
    'finds nothing before its time, and the job when its time has come (F96, F207)': async (scene) => {
      const job = await scene.addJob({ nextRunAt: await scene.fromNow(HOUR) });
      assertIds(await due(scene), []);
      await scene.advance(HOUR);
      const [found] = await due(scene);
      assertSameJob(found ?? null, job);
    },
    'returns the time of the store': async (scene) => {
      const before = await scene.now();
      await scene.advance(HOUR);
      const { now } = await scene.schedules.findDue({ limit: 1 });
      const passed = now.getTime() - before.getTime();
      assert.ok(passed >= HOUR && passed < HOUR + MINUTE, `an hour passed, the store says ${passed} ms`);
    },
    'puts the most overdue first': async (scene) => {
      const late = await scene.addJob({ nextRunAt: await scene.fromNow(-MINUTE) });
      const latest = await scene.addJob({ nextRunAt: await scene.fromNow(-HOUR) });
      const fresh = await scene.addJob();
      assertIds(await due(scene), [latest, late, fresh]);
    },
    'finds no more than the limit, and the most overdue of them': async (scene) => {
      await scene.addJob();
      const first = await scene.addJob({ nextRunAt: await scene.fromNow(-2 * HOUR) });
      const second = await scene.addJob({ nextRunAt: await scene.fromNow(-HOUR) });
      assertIds(await due(scene, 2), [first, second]);
    },
    'finds what it found before, as long as nobody fired it': async (scene) => {
      const job = await scene.addJob();
      assertIds(await due(scene), [job]);
      assertIds(await due(scene), [job]);
    },
    'finds only jobs that may execute': async (scene) => {
      const now = await scene.now();
      const pending = await scene.addJob({ status: 'pending' });
      for (const status of ['paused', 'completed', 'failed', 'cancelled'] as const) {
        await scene.addJob({ status, nextRunAt: now });
      }
      assertIds(await due(scene), [pending]);
    },
    'does not find a job without a next run': async (scene) => {
      await scene.addJob({ nextRunAt: null });
      assertIds(await due(scene), []);
    },
    'finds jobs of every tenant': async (scene) => {
      const a = await scene.addJob({ tenant: 'a' });
      const b = await scene.addJob({ tenant: 'b', nextRunAt: await scene.fromNow(-HOUR) });
      assertIds(await due(scene), [b, a]);
    },
    'does not find again what was fired until its next run': async (scene) => {
      const job = await scene.addJob();
      await scene.fire(job);
      assertIds(await due(scene), []);
      await scene.advance(2 * HOUR);
      assertIds(await due(scene), [job]);
    },
    'returns the earliest next run of all jobs that may execute': async (scene) => {
      assert.equal(await scene.schedules.nextDueAt(), null);
      await scene.addJob({ nextRunAt: await scene.fromNow(2 * HOUR) });
      const earliest = await scene.fromNow(HOUR);
      await scene.addJob({ nextRunAt: earliest });
      await scene.addJob({ nextRunAt: await scene.fromNow(MINUTE), status: 'paused' });
      await scene.addJob({ nextRunAt: null });
      assertInstant(await scene.schedules.nextDueAt(), earliest);
    },
    'returns a next run that is overdue': async (scene) => {
      const overdue = await scene.fromNow(-HOUR);
      await scene.addJob({ nextRunAt: overdue });
      assertInstant(await scene.schedules.nextDueAt(), overdue);
    },
    'returns the next cursor after a firing': async (scene) => {
      const { job } = await scene.fire(await scene.addJob());
      assertInstant(await scene.schedules.nextDueAt(), job.nextRunAt ?? new Date(0));
    },
  },
};
