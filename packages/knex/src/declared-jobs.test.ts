import { defineHandler, type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const NODES = 4;
const work = defineHandler({ type: 'work', handle: () => undefined });

function declared(minute: number): readonly ScheduleDefinition[] {
  return Array.from({ length: 20 }, (_, index) => ({
    type: 'work',
    name: `job-${index}`,
    trigger: trigger.cron(`${minute} 4 1 1 *`),
    payload: { z: 1, a: { y: [1, 2], b: null } },
    timeout: '90s',
    tags: ['declared'],
  }));
}

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  const startAll = async (jobs: readonly ScheduleDefinition[]) =>
    Promise.all(Array.from({ length: NODES }, () => nodes.start({ handlers: [work], jobs })));
  const rows = () => database.table('jobs').select('name', 'revision', 'status').orderBy('name');

  beforeEach(() => database.empty());
  afterEach(() => nodes.stop());

  it('nodes that start at once write each declared job once, and each change once', async () => {
    const [first] = await startAll(declared(1));
    const stored = await rows();
    expect(stored).toHaveLength(20);
    expect(stored.every(({ revision }) => Number(revision) === 1)).toBe(true);
    expect((await first?.declared.plan())?.hasDifferences).toBe(false);
    await nodes.stop();

    const [changed] = await startAll(declared(2).slice(0, 15));
    const after = await rows();
    expect(after.every(({ revision }) => Number(revision) === 2)).toBe(true);
    expect(after.filter(({ status }) => status === 'paused')).toHaveLength(5);
    expect((await changed?.declared.plan())?.hasDifferences).toBe(false);
  });
});
