import assert from 'node:assert/strict';
import type { TraceContext } from '@scheduler/contracts';
import { assertSameExecution, assertSameJob } from './kit/assertions.js';
import { buildExecution, outcomes } from './kit/builders.js';
import type { ConformanceGroup } from './kit/group.js';
import type { StoreScene } from './kit/store-scene.js';
import { graphOf, step } from './workflows/graph-builders.js';
import { startRequest } from './workflows/run-verbs.js';

const TRACE: TraceContext = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: '53995c3f42cd8ad8',
  flags: 1,
  state: 'vendor=a b,other=1',
};
const BARE: TraceContext = { ...TRACE, parentSpanId: null, flags: 0, state: null };
const ORPHAN: TraceContext = { ...TRACE, parentSpanId: null };

export const traces: ConformanceGroup<StoreScene> = {
  title: 'traces',
  cases: {
    'keeps the trace of an execution through its claim and its retries (F222)': async (scene) => {
      const execution = await scene.addExecution({ trace: TRACE });
      assertSameExecution(await scene.execution(execution), execution);
      const first = await scene.claimOne();
      assert.deepEqual(first.trace, TRACE);
      await scene.settle(first, outcomes.retry());
      const again = await scene.claimOne();
      assert.equal(again.id, execution.id);
      assert.deepEqual(again.trace, TRACE);
      await scene.settle(again, outcomes.succeeded());
      assert.deepEqual((await scene.execution(execution)).trace, TRACE);
    },
    'keeps traces of executions that are added together with others that have none': async (scene) => {
      const now = await scene.now();
      const added = [TRACE, null, BARE, ORPHAN].map((trace) => buildExecution(now, { trace }));
      await scene.executions.add({ executions: added });
      for (const execution of added) assertSameExecution(await scene.execution(execution), execution);
    },
    'keeps the trace of a job, also when it is changed, and of what it fires': async (scene) => {
      const job = await scene.addJob({ trace: TRACE });
      assertSameJob(await scene.schedules.get({ id: job.id, tenant: null }), job);
      await scene.schedules.save({
        job: job.with({ description: 'changed' }),
        expectedRevision: job.revision,
      });
      const changed = await scene.schedules.get({ id: job.id, tenant: null });
      assert.deepEqual(changed?.trace, TRACE);
    },
  },
};

export const tracesOfRuns: ConformanceGroup<StoreScene> = {
  title: 'traces of workflows',
  needs: 'workflows',
  cases: {
    'keeps the trace of a run, and gives it to its steps (F222, F282)': async (scene) => {
      const graph = graphOf([step('a'), step('b', { after: ['a'] })]);
      const { run } = await scene.workflows.start({ ...startRequest(graph), trace: TRACE });
      assert.deepEqual(run.trace, TRACE);
      const first = await scene.claimOne();
      assert.deepEqual(first.trace, TRACE);
      await scene.settle(first, outcomes.succeeded());
      assert.deepEqual((await scene.claimOne()).trace, TRACE);
      assert.deepEqual((await scene.workflows.get({ id: run.id, tenant: null }))?.trace, TRACE);
    },
  },
};
