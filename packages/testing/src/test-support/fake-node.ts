import { type Execution, JobNotFound, type Scheduler } from '@scheduler/contracts';
import type { DrainOptions, SchedulerNode } from '@scheduler/core';
import { buildExecution, buildJob } from '../conformance/kit/builders.js';

const NOW = new Date('2030-01-01T00:00:00Z');

/** A node with one job, which runs executions by applying a function to them. */
export function fakeNode(name: string, run: (execution: Execution) => Execution) {
  const job = buildJob(NOW, { name });
  const executions = new Map<string, Execution>();
  const drains: (DrainOptions | undefined)[] = [];
  const scheduler: Partial<Scheduler> = {
    find: async (reference) => (reference === name ? job : null),
    runNow: async (reference) => {
      if (reference !== name) throw new JobNotFound(reference);
      const execution = buildExecution(NOW, { jobId: job.id, jobName: name, queue: 'reports' });
      executions.set(execution.id, execution);
      return execution;
    },
    getExecution: async (id) => executions.get(id) ?? buildExecution(NOW, { id }),
    listExecutions: async () => ({ items: [], total: 0, totalIsExact: true, limit: 1_000, offset: 0 }),
    history: async () => {
      const items = [...executions.values()].map((execution) => ({ ...execution, logs: [] }));
      return { items, total: items.length, totalIsExact: true, limit: 1_000, offset: 0 };
    },
  };
  const node: Partial<SchedulerNode> = {
    scheduler: scheduler as Scheduler,
    jobTypes: [],
    drain: async (options) => {
      drains.push(options);
      const pending = [...executions.values()].filter(({ status }) => status === 'pending');
      for (const execution of pending) executions.set(execution.id, run(execution));
      const ended = pending.flatMap(({ id }) => executions.get(id) ?? []);
      return { executions: ended, withoutHandler: [] };
    },
  };
  return { node: node as SchedulerNode, drains };
}
