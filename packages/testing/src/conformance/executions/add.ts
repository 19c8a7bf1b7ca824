import assert from 'node:assert/strict';
import { jobType } from '@scheduler/contracts';
import { assertIds, assertRejectsWith, assertSameExecution, tamper } from '../kit/assertions.js';
import { buildExecution, buildOccurrence, nextId } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

export const addExecutions: ConformanceGroup<StoreScene> = {
  title: 'executions.add',
  cases: {
    'stores an execution and gives it back as it was (F52, F59)': async (scene) => {
      const at = new Date('2030-02-03T04:05:06.789Z');
      const job = await scene.addJob();
      const execution = await scene.addExecution({
        jobId: job.id,
        jobName: 'job',
        type: jobType('mail.send'),
        targetId: 'user-1',
        payload: { to: ['a@example.org'], html: '<b>"quoted" & \'single\' \\ 漢字</b>' },
        tags: ['x', 'y'],
        metadata: { trace: { id: 1 } },
        tenant: 'tenant-1',
        queue: 'mail',
        priority: 1,
        policy: {
          timeoutMs: 1,
          maxRetries: 0,
          backoff: { strategy: 'linear', delayMs: 5, factor: 1.5, maxDelayMs: 9, jitter: 0.25 },
          onExhausted: 'pause',
          circuit: 'smtp',
          named: ['backoff'],
        },
        exclusive: true,
        origin: 'retried',
        lateness: 'late',
        scheduledAt: at,
        availableAt: new Date('2040-01-01T00:00:00.001Z'),
        originalExecutionId: nextId(),
        createdAt: at,
      });
      assertSameExecution(await scene.execution(execution), execution);
    },
    'stores many at once': async (scene) => {
      const now = await scene.now();
      const executions = Array.from({ length: 250 }, () => buildExecution(now));
      await scene.executions.add({ executions });
      assert.equal((await scene.listExecutions({ limit: 1 })).total, 250);
    },
    'lets work that is available at once be claimed at once, although the clock of its maker is ahead':
      async (scene) => {
        const ahead = await scene.fromNow(HOUR);
        const execution = await scene.addExecution({
          createdAt: ahead,
          scheduledAt: ahead,
          availableAt: ahead,
        });
        const later = new Date(ahead.getTime() + HOUR);
        const delayed = await scene.addExecution({ createdAt: ahead, availableAt: later });
        assertIds(await scene.claim({ limit: 10 }), [execution]);
        assert.deepEqual((await scene.execution(delayed)).availableAt, later);
      },
    'leaves the time alone from which work that is not ahead is available': async (scene) => {
      const before = await scene.fromNow(-HOUR);
      const execution = await scene.addExecution({ availableAt: before });
      assert.deepEqual((await scene.execution(execution)).availableAt, before);
    },
    'does nothing for an empty batch': async (scene) => {
      await scene.executions.add({ executions: [] });
      assert.equal((await scene.listExecutions()).total, 0);
    },
    'refuses an id that is taken': async (scene) => {
      const execution = await scene.addExecution();
      await assertRejectsWith(
        scene.addExecution({ id: execution.id, queue: 'other' }),
        'JOB_ALREADY_EXISTS',
        {
          field: 'id',
          value: execution.id,
        },
      );
      assertSameExecution(await scene.execution(execution), execution);
    },
    'stores all or none': async (scene) => {
      const taken = await scene.addExecution();
      const now = await scene.now();
      const executions = [buildExecution(now), buildExecution(now, { id: taken.id }), buildExecution(now)];
      await assertRejectsWith(scene.executions.add({ executions }), 'JOB_ALREADY_EXISTS');
      assertIds((await scene.listExecutions()).items, [taken]);
      assertIds(await scene.claim({ limit: 10 }), [taken]);
    },
    'refuses one id twice in one batch': async (scene) => {
      const execution = buildExecution(await scene.now());
      await assertRejectsWith(
        scene.executions.add({ executions: [execution, execution] }),
        'JOB_ALREADY_EXISTS',
      );
      assert.equal((await scene.listExecutions()).total, 0);
    },
    'refuses an occurrence that has its execution already': async (scene) => {
      const { job, executions } = await scene.fire(await scene.addJob());
      const again = buildOccurrence(job, executions[0]?.occurrenceAt ?? new Date(0));
      await assert.rejects(scene.executions.add({ executions: [again] }));
      assert.equal((await scene.listExecutions()).total, 1);
    },
    'lets a job have any number of executions that are no occurrences': async (scene) => {
      const job = await scene.addJob();
      for (let count = 0; count < 3; count += 1) await scene.addManualRun(job);
      assert.equal((await scene.listExecutions({ jobId: job.id })).total, 3);
    },
    'lets exactly one of several win that add the same id at once': async (scene) => {
      const id = nextId();
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => scene.addExecution({ id })));
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    },
    'keeps what was given, whatever the caller does with it afterwards': async (scene) => {
      const [payload, tags, metadata] = [{ list: [1] }, ['a'], { key: 'value' }];
      const execution = await scene.addExecution({ payload, tags, metadata });
      payload.list.push(2);
      tags.push('b');
      metadata.key = 'changed';
      const stored = await scene.execution(execution);
      assert.deepEqual(stored.payload, { list: [1] });
      assert.deepEqual([...stored.tags], ['a']);
      assert.deepEqual(stored.metadata, { key: 'value' });
    },
    'keeps what is stored, whatever the one who claimed it does with it': async (scene) => {
      const execution = await scene.addExecution({ payload: { list: [1] }, tags: ['a'] });
      const claimed = await scene.claimOne();
      tamper(() => (claimed.payload as { list: number[] }).list.push(2));
      tamper(() => ((claimed.payload as { list: unknown }).list = 'gone'));
      tamper(() => (claimed.tags as string[]).push('b'));
      const stored = await scene.execution(execution);
      assert.deepEqual(stored.payload, { list: [1] });
      assert.deepEqual([...stored.tags], ['a']);
    },
  },
};
