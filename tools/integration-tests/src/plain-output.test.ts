import { defineBatch, defineHandler, defineJob, fetched, JobResult } from '@scheduler/contracts';
import { createScheduler, type SchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { scene, START } from './test-support/scene.js';

const OUTPUT = { rows: [1, { name: 'a' }] };

async function outcomeOf(node: SchedulerNode, type: string) {
  const { id } = await node.scheduler.enqueue({ type });
  await node.drain();
  return node.scheduler.getExecution(id);
}

describe('a plain value that a handler returns is its output', () => {
  it('with defineHandler, with a promise or without (F72)', async () => {
    const handlers = [
      defineHandler({ type: 'now', handle: () => OUTPUT }),
      defineHandler({ type: 'later', handle: async () => OUTPUT }),
    ];
    const { node } = scene({ handlers });
    expect(await outcomeOf(node, 'now')).toMatchObject({ status: 'success', output: OUTPUT });
    expect(await outcomeOf(node, 'later')).toMatchObject({ status: 'success', output: OUTPUT });
  });

  it('with a handler of its own class, and a typed job without a result', async () => {
    class Report {
      readonly types = ['report'];
      supports = (type: string) => type === 'report';
      handle(): unknown {
        return OUTPUT;
      }
    }
    const typed = defineJob({ type: 'typed' }).handler(() => OUTPUT);
    const { node } = scene({ handlers: [new Report(), typed] });
    expect(await outcomeOf(node, 'report')).toMatchObject({ status: 'success', output: OUTPUT });
    expect(await outcomeOf(node, 'typed')).toMatchObject({ status: 'success', output: OUTPUT });
  });

  it('with register and jobs by name', async () => {
    const clock = new SettableClock(START);
    const app = createScheduler({ clock, store: createMemoryStore({ clock }) });
    app.register('registered', () => OUTPUT);
    await app
      .every(1)
      .minutes()
      .do('sentence', () => OUTPUT);
    for (const type of ['registered', 'sentence'])
      expect(await outcomeOf(app.node, type)).toMatchObject({ status: 'success', output: OUTPUT });
    await app.stop();
  });

  it('and for the items of a batch a sign that they are done', async () => {
    const batch = defineBatch({
      type: 'batch',
      fetchItems: () => fetched.done([1, 2, 3]),
      processItem: (item) => (item === 3 ? JobResult.snoozed('1h') : { item }),
    });
    const { node } = scene({ handlers: [batch] });
    expect(await outcomeOf(node, 'batch')).toMatchObject({
      status: 'success',
      output: { processed: 2, failed: 1, errors: [{ message: expect.stringContaining('"snoozed"') }] },
    });
  });
});
