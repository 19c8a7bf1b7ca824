import assert from 'node:assert/strict';
import type { Execution, ExecutionProgress } from '@scheduler/contracts';
import { assertSameExecution, tamper } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

const progress = (done: number, checkpoint: ExecutionProgress['checkpoint'] = null): ExecutionProgress => ({
  done,
  total: 10,
  checkpoint,
});

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution({ tags: ['a'], metadata: { b: 1 }, targetId: 't' });
  return scene.claimOne();
}

const save = (scene: StoreScene, execution: Execution, saved: ExecutionProgress) =>
  scene.executions.saveProgress({ execution, progress: saved });

export const progressGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.saveProgress',
  cases: {
    'has none at first': async (scene) => {
      assert.equal((await claimNew(scene)).progress, null);
    },
    'can be seen while it runs, and changes nothing else': async (scene) => {
      const claimed = await claimNew(scene);
      const saved = progress(3, { cursor: 'ü "quoted" \\', ids: [1, null] });
      assert.equal(await save(scene, claimed, saved), true);
      assertSameExecution(await scene.execution(claimed), { ...claimed, progress: saved });
    },
    'keeps the latest, and the same again': async (scene) => {
      const claimed = await claimNew(scene);
      for (const done of [1, 2, 2]) assert.equal(await save(scene, claimed, progress(done)), true);
      assert.deepEqual((await scene.execution(claimed)).progress, progress(2));
    },
    'keeps what nobody knows as null': async (scene) => {
      const claimed = await claimNew(scene);
      const saved = { done: 7, total: null, checkpoint: null };
      await save(scene, claimed, saved);
      assert.deepEqual((await scene.execution(claimed)).progress, saved);
    },
    'is there for the next attempt, after a failure and after a crash': async (scene) => {
      const first = await claimNew(scene);
      await save(scene, first, progress(1, 'a'));
      await scene.settle(first, outcomes.retry());
      const second = await scene.claimOne();
      assert.deepEqual(second.progress, progress(1, 'a'));
      await save(scene, second, progress(2, 'b'));
      await scene.loseAndRescue();
      assert.deepEqual((await scene.claimOne()).progress, progress(2, 'b'));
    },
    'stays when it has ended': async (scene) => {
      const claimed = await claimNew(scene);
      await save(scene, claimed, progress(10, 'end'));
      await scene.settle({ ...claimed, progress: progress(10, 'end') }, outcomes.succeeded('done'));
      const { status, output, progress: kept } = await scene.execution(claimed);
      assert.deepEqual(
        { status, output, kept },
        {
          status: 'success',
          output: 'done',
          kept: progress(10, 'end'),
        },
      );
    },
    'is refused under another fence': async (scene) => {
      const claimed = await claimNew(scene);
      for (const fence of [claimed.fence - 1, claimed.fence + 1])
        assert.equal(await save(scene, { ...claimed, fence }, progress(1)), false);
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'is refused to the former holder after a rescue, and while another one runs it': async (scene) => {
      const former = await claimNew(scene);
      await scene.loseAndRescue();
      assert.equal(await save(scene, former, progress(1)), false);
      const current = await scene.claimOne({ owner: 'node-b' });
      assert.equal(await save(scene, former, progress(1)), false);
      assertSameExecution(await scene.execution(former), current);
    },
    'is refused when it has ended, or does not exist': async (scene) => {
      const claimed = await claimNew(scene);
      assert.equal(await save(scene, { ...claimed, id: 'nobody' }, progress(1)), false);
      await scene.settle(claimed, outcomes.succeeded());
      assert.equal(await save(scene, claimed, progress(1)), false);
      assert.equal((await scene.execution(claimed)).progress, null);
    },
    'is accepted after the end of the lease, as long as nobody rescued it': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(LEASE_MS + MINUTE);
      assert.equal(await save(scene, claimed, progress(1)), true);
    },
    'neither extends the lease nor forgets that it should stop': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'by hand' });
      await save(scene, claimed, progress(1));
      const { leaseUntil, cancelRequest } = await scene.execution(claimed);
      assert.deepEqual(
        { leaseUntil, cancelRequest },
        {
          leaseUntil: claimed.leaseUntil,
          cancelRequest: 'by hand',
        },
      );
    },
    'keeps its own copy': async (scene) => {
      const claimed = await claimNew(scene);
      const checkpoint = { cursor: 1 };
      await save(scene, claimed, progress(1, checkpoint));
      tamper(() => void (checkpoint.cursor = 2));
      assert.deepEqual((await scene.execution(claimed)).progress?.checkpoint, { cursor: 1 });
    },
  },
};
