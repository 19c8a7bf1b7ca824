import { defineHandler, type Priority } from '@scheduler/contracts';
import { defineWorkflow, type StepHandle } from './index.js';
import { scene, type SceneOptions, stopScenes } from './test-support/scene.js';

// The clock of these tests stands still, so that nothing is found by a poll.
afterEach(stopScenes);

const chain = (log: unknown[], length = 4) =>
  defineWorkflow('chain', {}, (w) => {
    let last: StepHandle = w.step('step_1', () => void log.push(1));
    for (let number = 2; number <= length; number += 1)
      last = w.step(`step_${number}`, () => void log.push(number), { after: last });
  });

/** A scene that knows the steps which claims have brought. */
async function counted(options: SceneOptions) {
  const set = await scene(options);
  const { executions } = set.store;
  const claim = executions.claim.bind(executions);
  const claimed: unknown[] = [];
  executions.claim = async (request) => {
    const found = await claim(request);
    claimed.push(...found.map(({ workflow, type }) => workflow?.step ?? type));
    return found;
  };
  return { ...set, claimed };
}

describe('the steps that a settlement releases', () => {
  it('run on its node without another claim, also in a queue with one slot', async () => {
    for (const slots of [1, 10]) {
      const log: unknown[] = [];
      const { workflows, settle, claimed } = await counted({
        definitions: [chain(log)],
        config: { queues: { default: slots } },
      });
      const { id } = await workflows.start('chain');
      await settle();
      expect((await workflows.waitFor(id)).status).toBe('completed');
      expect([log, claimed]).toEqual([[1, 2, 3, 4], ['step_1']]);
    }
  });

  it('go on before what is as urgent, and not before what is more urgent', async () => {
    for (const [priority, isFirst] of [
      [5, false],
      [2, true],
    ] as const) {
      const log: unknown[] = [];
      const add = async () => {
        await node.scheduler.enqueue({ type: 'job', priority: priority as Priority });
        log.push(1);
      };
      const definition = defineWorkflow('chain', {}, (w) => {
        const first = w.step('step_1', add);
        w.step('step_2', () => void log.push(2), { after: first });
      });
      const job = defineHandler({ type: 'job', handle: () => void log.push('job') });
      const { node, workflows, settle } = await scene({
        definitions: [definition],
        handlers: [job],
        config: { queues: { default: 1 } },
      });
      await workflows.start('chain');
      await settle();
      expect(log).toEqual(isFirst ? [1, 'job', 2] : [1, 2, 'job']);
    }
  });

  it('wait for the usual claim where tokens are reserved before it, and all of them run', async () => {
    const log: unknown[] = [];
    const { workflows, settle, claimed } = await counted({
      definitions: [chain(log)],
      config: { rateLimits: { global: '1000/s' } },
    });
    await workflows.start('chain');
    await settle();
    expect(claimed).toEqual(['step_1', 'step_2', 'step_3', 'step_4']);
    expect(log).toEqual([1, 2, 3, 4]);
  });

  it('go back to their queue where the node has stopped meanwhile', async () => {
    const log: unknown[] = [];
    const { store, workflows, node, settle } = await scene({ definitions: [chain(log)] });
    const { executions } = store;
    const write = executions.settle.bind(executions);
    let stopping: Promise<unknown> = Promise.resolve();
    executions.settle = async (request) => {
      const results = await write({
        ...request,
        ...(request.released === undefined
          ? {}
          : {
              released: {
                ...request.released,
                take: (claimed) => {
                  stopping = node.stop();
                  request.released?.take(claimed);
                },
              },
            }),
      });
      return results;
    };
    await workflows.start('chain');
    await settle();
    await stopping;
    expect(log).toEqual([1]);
    const { items } = await store.executions.list({
      tenant: null,
      sortOrder: 'asc',
      limit: 10,
      offset: 0,
      statuses: ['pending'],
    });
    expect(
      items.map(({ workflow, attemptsUsed, attempts }) => [workflow?.step, attemptsUsed, attempts]),
    ).toEqual([['step_2', 0, []]]);
  });
});
