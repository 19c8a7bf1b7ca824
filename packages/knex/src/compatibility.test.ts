import { defineHandler, trigger } from '@scheduler/contracts';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const work = defineHandler({
  type: 'work',
  handle: () => undefined,
  validate: (payload) => {
    if (payload === 'bad') throw new Error('bad');
  },
});

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  beforeEach(() => database.empty());
  afterEach(() => nodes.stop());

  it('checkCompatibility reports corrupt rows as quarantined, and reads more than one page', async () => {
    const node = await nodes.open();
    const { id } = await node.scheduler.schedule({
      type: 'work',
      name: 'corrupt',
      trigger: trigger.every('1h'),
    });
    await node.scheduler.schedule({
      type: 'work',
      name: 'bad',
      trigger: trigger.every('1h'),
      payload: 'bad',
    });
    const [first] = await node.scheduler.enqueueMany(
      Array.from({ length: 1_003 }, (_, index) => ({
        type: 'work',
        payload: index === 1_002 ? 'bad' : index,
      })),
    );
    await database.table('jobs').where({ id }).update({ trigger_spec: 'canary' });
    await database.table('executions').where({ id: first!.id }).update({ payload: '{"canary' });

    const checking = await nodes.open({ handlers: [work] });
    const { checked, problems } = await checking.checkCompatibility();
    expect(checked).toEqual({ jobs: 2, executions: 1_003 });
    const found = problems.map(({ subject, kind, name }) => `${subject} ${name}: ${kind}`);
    expect(found.sort()).toEqual([
      'execution null: payload_refused',
      'execution null: quarantined',
      'job bad: payload_refused',
      'job corrupt: quarantined',
    ]);
    expect(JSON.stringify(problems)).not.toContain('canary');
  });
});
