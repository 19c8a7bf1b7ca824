import { defineHandler, type HandledJob, type JobContext, trigger } from '@scheduler/contracts';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const ENQUEUED = 2_000;
const RECURRING = 200;
const HOUR_MS = 3_600_000;
const CONFIG = { queues: { default: 10 }, pollInterval: 100 };

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);

  beforeEach(() => database.empty());
  afterEach(() => nodes.stop());

  it('executes each of 2,000 enqueued items once (F128)', async () => {
    const runs = new Map<number, number>();
    const count = defineHandler({
      type: 'count',
      handle: (job: HandledJob<number>) => void runs.set(job.payload, (runs.get(job.payload) ?? 0) + 1),
    });
    const options = { handlers: [count], config: CONFIG };
    const [one] = [await nodes.start(options), await nodes.start(options)];
    const items = Array.from({ length: ENQUEUED }, (_, payload) => ({ type: 'count', payload }));
    for (let start = 0; start < ENQUEUED; start += 500)
      await one.scheduler.enqueueMany(items.slice(start, start + 500));
    const settled = () => database.table('executions').where({ status: 'success' }).count({ total: '*' });
    await eventually('the last success', async () => Number((await settled())[0]!['total']) === ENQUEUED);
    expect(runs.size).toBe(ENQUEUED);
    expect([...runs.values()].every((times) => times === 1)).toBe(true);
    expect(await database.table('executions').whereNot({ fence: 1, tries: 1 })).toEqual([]);
  });

  it('fires a due one-off once, however many nodes list and execute it at once (F96, F283)', async () => {
    const handlers = [defineHandler({ type: 'once', handle: () => undefined })];
    const [one, two] = [await nodes.open({ handlers }), await nodes.open({ handlers })];
    const at = new Date(database.clock.now().getTime() + HOUR_MS);
    const { id } = await one.scheduler.schedule({ type: 'once', trigger: trigger.once(at) });
    expect(await one.scheduler.executeJob(id)).toEqual([]);
    database.advance(HOUR_MS);
    await eventually('it is due', async () => (await two.scheduler.dueJobs()).length === 1);
    const executed = Array.from({ length: 4 }, (_, index) => [one, two][index % 2]!.scheduler.executeJob(id));
    expect((await Promise.all(executed)).flat()).toHaveLength(1);
    expect([await one.scheduler.dueJobs(), await two.scheduler.executeJob(id)]).toEqual([[], []]);
    await one.drain();
    await two.tick();
    expect(await two.scheduler.get(id)).toMatchObject({ status: 'completed', counters: { fired: 1 } });
    expect(await database.table('executions').where({ job_id: id })).toHaveLength(1);
  });

  it('runs a job once for each start of a node, and once for each start of the cluster (F26, F285)', async () => {
    const handlers = [defineHandler({ type: 'start', handle: () => undefined })];
    const options = { handlers, config: CONFIG };
    const observer = await nodes.open({ handlers });
    for (const scope of ['node', 'cluster'] as const)
      await observer.scheduler.schedule({ type: 'start', name: scope, trigger: trigger.reboot({ scope }) });
    const ran = async (name: string) => (await observer.scheduler.get(name)).counters.succeeded;
    const started = await Promise.all([1, 2, 3].map(() => nodes.start(options)));
    await eventually('three and one', async () => (await ran('node')) === 3 && (await ran('cluster')) === 1);
    await nodes.start(options);
    await Promise.all(started.map((node) => node.stop()));
    await eventually('a fourth', async () => (await ran('node')) === 4);
    const fired = await database.table('executions').count({ total: '*' });
    expect([await ran('cluster'), Number(fired[0]!['total'])]).toEqual([1, 5]);
  });

  it('fires each occurrence of 200 jobs that run every second once', async () => {
    const runs = new Map<string, number>();
    const note = defineHandler({
      type: 'note',
      handle: (job: HandledJob, { scheduledAt }: JobContext) => {
        const occurrence = `${job.id}@${scheduledAt.getTime()}`;
        runs.set(occurrence, (runs.get(occurrence) ?? 0) + 1);
      },
    });
    const options = { handlers: [note], config: CONFIG };
    const [one, two] = [await nodes.start(options), await nodes.start(options)];
    const schedule = (index: number) =>
      (index % 2 === 0 ? one : two).scheduler.schedule({ type: 'note', trigger: trigger.every('1s') });
    await Promise.all(Array.from({ length: RECURRING }, (_, index) => schedule(index)));
    const slowest = () => database.table('jobs').min({ fewest: 'success_count' });
    await eventually('three runs of each', async () => Number((await slowest())[0]!['fewest']) >= 3);
    await nodes.stop();

    expect([...runs.values()].every((times) => times === 1)).toBe(true);
    const fired = await database.table('executions').whereNotNull('occurrence');
    const jobs = await database.table('jobs');
    for (const { id, fired_count } of jobs) {
      const numbers = fired.filter(({ job_id }) => job_id === id).map(({ occurrence }) => Number(occurrence));
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers).toHaveLength(Number(fired_count));
    }
    const succeeded = fired.filter(({ status }) => status === 'success');
    const counted = jobs.reduce((sum, { success_count }) => sum + Number(success_count), 0);
    expect(succeeded).toHaveLength(counted);
    expect(runs.size).toBe(counted);
  });
});
