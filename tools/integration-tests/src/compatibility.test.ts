import { defineJob, jobType, trigger } from '@scheduler/contracts';
import { z } from 'zod';
import { recorder, scene } from './test-support/scene.js';

const work = recorder('work').handler;

describe('checkCompatibility', () => {
  it('checks every job that has not ended and every pending execution, however many there are', async () => {
    const { node } = scene({ handlers: [work] });
    for (let index = 0; index < 1_100; index += 1)
      await node.scheduler.schedule({ type: 'work', name: `job-${index}`, trigger: trigger.every('1h') });
    await node.scheduler.cancel('job-0');
    await node.scheduler.pause('job-1');
    await node.scheduler.enqueueMany(Array.from({ length: 2_001 }, () => ({ type: 'work' })));
    const steps: unknown[] = [];
    const report = await node.checkCompatibility({ onProgress: (checked) => steps.push(checked) });
    expect(report).toEqual({ checked: { jobs: 1_099, executions: 2_001 }, problems: [], found: 0 });
    expect(steps).toEqual([
      { jobs: 1_000, executions: 0 },
      { jobs: 1_099, executions: 0 },
      { jobs: 1_099, executions: 1_000 },
      { jobs: 1_099, executions: 2_000 },
      { jobs: 1_099, executions: 2_001 },
    ]);
  });

  it('finds payloads that the schemas of a later build refuse', async () => {
    const first = defineJob({ type: 'work', payload: z.object({ name: z.string() }) });
    const before = scene({ handlers: [first.handler(() => undefined)] });
    const { id } = await before.node.scheduler.schedule(
      first.scheduled({ name: 'daily', trigger: trigger.cron('0 9 * * *'), payload: { name: 'Ada' } }),
    );
    const rules = { type: 'work', payload: z.object({ names: z.array(z.string()) }) };
    const careless = scene({ ...before, handlers: [defineJob(rules).handler(() => undefined)] });
    expect((await careless.node.checkCompatibility()).problems).toMatchObject([
      {
        kind: 'payload_refused',
        subject: 'job',
        id,
        name: 'daily',
        message: expect.stringContaining('payload.names'),
      },
    ]);

    const upcast = { 1: ({ name }: { name: string }) => ({ names: [name] }) };
    const careful = defineJob({ ...rules, version: 2, upcast });
    const after = scene({ ...before, handlers: [careful.handler(() => undefined)] });
    expect((await after.node.checkCompatibility()).found).toBe(0);

    await after.node.scheduler.enqueue(careful.request({ names: ['Ada'] }));
    expect((await before.node.checkCompatibility()).problems).toMatchObject([
      { kind: 'payload_too_new', subject: 'execution', type: jobType('work') },
    ]);
  });

  it('is refused by a node that has stopped', async () => {
    const { node } = scene({ handlers: [work] });
    await node.start();
    await node.stop();
    await expect(node.checkCompatibility()).rejects.toThrow('checkCompatibility is refused');
  });
});
