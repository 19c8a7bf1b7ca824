import assert from 'node:assert/strict';
import type { Execution, JsonValue } from '@scheduler/contracts';
import { assertApart, assertIds, assertSameExecution, tamper } from '../kit/assertions.js';
import { BROKEN, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

function assertEnded(execution: Execution): void {
  assert.equal(execution.owner, null);
  assert.equal(execution.leaseUntil, null);
  assert.equal(execution.cancelRequest, null);
  assert.ok(execution.finishedAt instanceof Date);
}

const OUTPUTS: readonly JsonValue[] = [null, 0, false, 'done', [1, { a: null }], { rows: 12, name: 'ü"\\' }];

export const settleOutcomes: ConformanceGroup<StoreScene> = {
  title: 'executions.settle: how an execution ends',
  cases: {
    'ends a success with its output, its duration and its attempt (F80, F110)': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(MINUTE);
      const settled = await scene.settle(claimed, outcomes.succeeded({ rows: 3 }));
      assert.equal(settled.status, 'success');
      assert.deepEqual(settled.output, { rows: 3 });
      assert.equal(settled.reason, null);
      assert.equal(settled.error, null);
      assertEnded(settled);
      assertApart(settled.finishedAt, settled.startedAt, settled.durationMs ?? -1);
      assert.ok((settled.durationMs ?? 0) >= MINUTE);
      assert.equal(settled.attempts.length, 1);
      const { fence, attemptsUsed } = claimed;
      assert.equal(settled.fence, fence);
      assert.equal(settled.attemptsUsed, attemptsUsed);
    },
    'lists the attempt with owner, fence, status and times': async (scene) => {
      await scene.addExecution();
      const claimed = await scene.claimOne({ owner: 'node-x' });
      const { attempts, finishedAt } = await scene.settle(claimed, outcomes.succeeded());
      assert.deepEqual(
        attempts.map((attempt) => ({ ...attempt })),
        [
          {
            fence: claimed.fence,
            owner: 'node-x',
            status: 'success',
            startedAt: claimed.startedAt,
            finishedAt,
            error: null,
          },
        ],
      );
    },
    'stores what it answers': async (scene) => {
      for (const outcome of [
        outcomes.succeeded({ a: [1] }),
        outcomes.failed({ deadLetterQueue: 'dead' }),
        outcomes.retry(MINUTE),
        outcomes.snoozed(MINUTE, 'later'),
        outcomes.cancelled('no'),
        outcomes.discarded('void'),
      ]) {
        const settled = await scene.settle(await claimNew(scene), outcome);
        assertSameExecution(await scene.execution(settled), settled);
      }
    },
    'keeps outputs of every kind that JSON knows': async (scene) => {
      for (const output of OUTPUTS) {
        const settled = await scene.settle(await claimNew(scene), outcomes.succeeded(output));
        assert.deepEqual((await scene.execution(settled)).output, output);
      }
    },
    'keeps the output, whatever the handler does with it afterwards': async (scene) => {
      const output = { list: [1] };
      const settled = await scene.settle(await claimNew(scene), outcomes.succeeded(output));
      tamper(() => output.list.push(2));
      assert.deepEqual((await scene.execution(settled)).output, { list: [1] });
    },
    'ends a failure with its error and its reason (F66)': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.failed({ reason: 'no_retry' }));
      assert.equal(settled.status, 'failed');
      assert.deepEqual(settled.error, BROKEN);
      assert.deepEqual(settled.reason, { code: 'no_retry', message: null });
      assert.equal(settled.deadLetter, null);
      assert.deepEqual(settled.attempts[0]?.error, BROKEN);
      assert.equal(settled.attempts[0]?.status, 'failed');
      assertEnded(settled);
    },
    'ends a timeout as timeout (F136)': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.failed({ status: 'timeout' }));
      assert.equal(settled.status, 'timeout');
      assert.equal(settled.attempts[0]?.status, 'timeout');
    },
    'makes a dead letter where a queue is named for it (F64, F155)': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.failed({ deadLetterQueue: 'dead' }));
      assert.deepEqual(settled.deadLetter, { queue: 'dead', at: settled.finishedAt });
      assertIds((await scene.listExecutions({ deadLettered: true })).items, [settled]);
    },
    'ends a cancellation with the reason': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.cancelled('changed my mind'));
      assert.equal(settled.status, 'cancelled');
      assert.deepEqual(settled.reason, { code: 'cancelled', message: 'changed my mind' });
      assertEnded(settled);
    },
    'ends what is discarded as cancelled, with its own reason': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.discarded('stale'));
      assert.equal(settled.status, 'cancelled');
      assert.deepEqual(settled.reason, { code: 'discarded', message: 'stale' });
      assert.equal(settled.attempts[0]?.status, 'discarded');
    },
    'forgets the error of an earlier attempt at a success': async (scene) => {
      await scene.settle(await claimNew(scene), outcomes.retry());
      const settled = await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.equal(settled.error, null);
      assert.equal(settled.reason, null);
      assert.deepEqual(
        settled.attempts.map(({ status, fence }) => [status, fence]),
        [
          ['failed', 1],
          ['success', 2],
        ],
      );
    },
  },
};
