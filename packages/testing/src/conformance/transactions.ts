import assert from 'node:assert/strict';
import type { CallerTransaction, Execution } from '@scheduler/contracts';
import { assertRejectsWith, assertSameJob, eventually } from './kit/assertions.js';
import { buildExecution, buildJob, outcomes } from './kit/builders.js';
import type { ConformanceGroup } from './kit/group.js';
import type { StoreScene } from './kit/store-scene.js';

const ROLLBACK = new Error('roll back');

/** Each write that takes a transaction of the caller, and what shows that it happened. */
interface Write {
  readonly prepare: (scene: StoreScene) => Promise<{
    readonly write: (transaction: CallerTransaction) => Promise<unknown>;
    readonly happened: () => Promise<boolean>;
  }>;
}

const WRITES: Readonly<Record<string, Write>> = {
  'schedules.add': {
    prepare: async (scene) => {
      const job = buildJob(await scene.now());
      return {
        write: (transaction) => scene.schedules.add({ jobs: [job], transaction }),
        happened: async () => (await scene.schedules.get({ id: job.id, tenant: null })) !== null,
      };
    },
  },
  'schedules.save': {
    prepare: async (scene) => {
      const job = await scene.addJob();
      const changed = job.with({ description: 'changed' });
      return {
        write: (transaction) => scene.schedules.save({ job: changed, expectedRevision: 1, transaction }),
        happened: async () => (await scene.job(job)).description === 'changed',
      };
    },
  },
  'schedules.cancel': {
    prepare: async (scene) => {
      const job = await scene.addJob();
      const waiting = await scene.addManualRun(job);
      const cancelled = job.cancel(await scene.now());
      return {
        write: (transaction) =>
          scene.schedules.cancel({ job: cancelled, expectedRevision: 1, reason: 'x', transaction }),
        happened: async () => {
          const isCancelled = (await scene.job(job)).status === 'cancelled';
          assert.equal((await scene.execution(waiting)).status, isCancelled ? 'cancelled' : 'pending');
          return isCancelled;
        },
      };
    },
  },
  'schedules.remove': {
    prepare: async (scene) => {
      const { id } = await scene.addJob();
      return {
        write: (transaction) => scene.schedules.delete({ id, tenant: null, transaction }),
        happened: async () => (await scene.schedules.get({ id, tenant: null })) === null,
      };
    },
  },
  'executions.add': {
    prepare: async (scene) => {
      const execution = buildExecution(await scene.now());
      return {
        write: (transaction) => scene.executions.add({ executions: [execution], transaction }),
        happened: async () => (await scene.executions.get({ id: execution.id, tenant: null })) !== null,
      };
    },
  },
  'executions.settle': {
    prepare: async (scene) => {
      const { job, execution } = await scene.running();
      const settlements = [{ execution, outcome: outcomes.succeeded() }];
      return {
        write: (transaction) => scene.executions.settle({ settlements, transaction }),
        happened: async () => {
          const hasEnded = (await scene.execution(execution)).status === 'success';
          assert.equal((await scene.job(job)).counters.executions, hasEnded ? 1 : 0);
          return hasEnded;
        },
      };
    },
  },
};

/** The rule depends on what the store says that it can do. */
const followsCapability =
  ({ prepare }: Write) =>
  async (scene: StoreScene) => {
    const { write, happened } = await prepare(scene);
    if (!scene.store.capabilities.transactions) {
      await assertRejectsWith(write({}), 'FEATURE_NOT_SUPPORTED');
      assert.equal(await happened(), false);
      return;
    }
    const rolledBack = scene.inTransaction(async (transaction) => {
      await write(transaction);
      throw ROLLBACK;
    });
    await assert.rejects(rolledBack, (error) => error === ROLLBACK);
    assert.equal(await happened(), false, 'it happened although the transaction was rolled back');
    await scene.inTransaction(write);
    assert.equal(await happened(), true, 'it did not happen although the transaction was committed');
  };

/** Each write that reports when the caller has committed it. */
const REPORTED_WRITES: Readonly<
  Record<
    string,
    (
      scene: StoreScene,
      terms: {
        readonly now: Date;
        readonly transaction: CallerTransaction;
        readonly onCommitted: () => void;
      },
    ) => Promise<unknown>
  >
> = {
  'schedules.add': (scene, { now, ...terms }) => scene.schedules.add({ jobs: [buildJob(now)], ...terms }),
  'executions.add': (scene, { now, transaction, onCommitted }) => {
    const execution = buildExecution(now);
    const report = (stored: readonly Execution[]) => {
      assert.deepEqual(
        stored.map(({ id }) => id),
        [execution.id],
      );
      onCommitted();
    };
    return scene.executions.add({ executions: [execution], transaction, onCommitted: report });
  },
};

const reportsTheCommit = (write: (typeof REPORTED_WRITES)[string]) => async (scene: StoreScene) => {
  let calls = 0;
  const terms = { now: await scene.now(), onCommitted: () => void (calls += 1) };
  if (!scene.store.capabilities.transactions) {
    await assertRejectsWith(write(scene, { ...terms, transaction: {} }), 'FEATURE_NOT_SUPPORTED');
    return;
  }
  const rolledBack = scene.inTransaction(async (transaction) => {
    await write(scene, { ...terms, transaction });
    throw ROLLBACK;
  });
  await assert.rejects(rolledBack, (error) => error === ROLLBACK);
  await scene.inTransaction(async (transaction) => {
    await write(scene, { ...terms, transaction });
    await write(scene, { ...terms, transaction });
    assert.equal(calls, 0, 'onCommitted was called before the commit');
  });
  await eventually('the call of onCommitted', () => calls >= 2);
  assert.equal(calls, 2, 'onCommitted was called for what was rolled back');
};

export const transactions: ConformanceGroup<StoreScene> = {
  title: 'transactions of the caller',
  cases: {
    ...Object.fromEntries(
      Object.entries(WRITES).map(([name, write]) => [
        `${name} joins the transaction, or refuses it where the store has none`,
        followsCapability(write),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(REPORTED_WRITES).map(([name, write]) => [
        `${name} calls onCommitted after the commit, and never before or without one`,
        reportsTheCommit(write),
      ]),
    ),
    'schedules.get sees what its transaction wrote, or refuses it': async (scene) => {
      const job = buildJob(await scene.now());
      if (!scene.store.capabilities.transactions) {
        const read = scene.schedules.get({ id: job.id, tenant: null, transaction: {} });
        await assertRejectsWith(read, 'FEATURE_NOT_SUPPORTED');
        return;
      }
      await scene.inTransaction(async (transaction) => {
        await scene.schedules.add({ jobs: [job], transaction });
        assertSameJob(await scene.schedules.get({ id: job.id, tenant: null, transaction }), job);
      });
    },
  },
};
