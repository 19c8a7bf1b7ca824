import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';

const folder = mkdtempSync(join(tmpdir(), 'scheduler-two-processes-'));
const nodes: SchedulerNode[] = [];
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const START = '2030-01-01T00:00:00Z';

/** A node as another process has it, with a store and a clock of its own, on one file. The clock stands still. */
async function processOf(inputs: unknown[]) {
  const definition = defineWorkflow('note', {}, (w) => {
    w.step('write', ({ input }) => void inputs.push(input));
  });
  const workflows = createWorkflows({ definitions: [definition] });
  const store = createKnexStore({
    connection: `sqlite:${join(folder, 'runs.db')}`,
    clock: new SystemClock(),
  });
  const node = createSchedulerNode({
    store,
    workflows,
    clock: new SettableClock(START),
    logger: silentLogger,
  });
  nodes.push(node);
  await node.open();
  return { node, store, workflows };
}

it('a step that one node has released sees the input that another node has added since (F186)', async () => {
  const inputs: unknown[] = [];
  const [here, there] = [await processOf(inputs), await processOf(inputs)];
  const first = await here.workflows.start('note', { a: 0 });
  await here.node.drain();
  const known = await here.workflows.start('note', { a: 1 });
  const changed = await here.workflows.start('note', { a: 2 });
  const releasedAt = await here.store.schedules.now();
  while ((await here.store.schedules.now()) <= releasedAt);
  await there.workflows.pause(changed.id);
  await there.workflows.resume(changed.id, { context: { b: 3 } });
  await here.node.drain();
  expect(inputs).toHaveLength(3);
  expect(inputs).toEqual(expect.arrayContaining([{ a: 0 }, { a: 1 }, { a: 2, b: 3 }]));
  for (const { id } of [first, known, changed])
    expect((await there.workflows.getState(id)).run.status).toBe('completed');
});
