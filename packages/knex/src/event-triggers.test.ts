import { defineHandler, type JsonObject, trigger } from '@scheduler/contracts';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const TIMES = 10;

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);

  beforeEach(() => database.empty());
  afterEach(() => nodes.stop());

  const handlers = [defineHandler({ type: 'work', handle: () => undefined })];
  const countOf = async (table: string) =>
    Number((await database.table(table).count({ total: '*' }))[0]!['total']);

  async function twoNodes() {
    const [one, two] = [await nodes.open({ handlers }), await nodes.open({ handlers })];
    await one.scheduler.schedule({
      type: 'work',
      name: 'waiting',
      trigger: trigger.event('e'),
      allowOverlap: true,
    });
    await one.scheduler.onEvent('e', { kind: 'enqueue', request: { type: 'work' } });
    await one.scheduler.onEvent('e', { kind: 'create_job', definition: { type: 'work', delay: '1h' } });
    const trigger20 = (idOf: (time: number) => object) =>
      Promise.all(
        Array.from({ length: 2 * TIMES }, (_, time) =>
          (time % 2 === 0 ? one : two).scheduler.triggerEvent('e', { time }, idOf(time)),
        ),
      );
    return { one, two, trigger20 };
  }

  it('an event that two nodes trigger many times at once creates everything once (F192)', async () => {
    const { one, trigger20 } = await twoNodes();
    const reports = await trigger20(() => ({ id: 'same' }));
    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    expect(reports.flatMap(({ executions }) => executions)).toHaveLength(2);
    expect([await countOf('executions'), await countOf('jobs')]).toEqual([2, 2]);
    const { items } = await one.scheduler.eventHandlers();
    expect(items.map(({ triggerCount }) => triggerCount)).toEqual([1, 1]);
    expect((await one.scheduler.get('waiting')).counters.fired).toBe(1);
  });

  it('events that are triggered at the same time are all handled and counted (F193)', async () => {
    const { one, trigger20 } = await twoNodes();
    const reports = await trigger20(() => ({}));
    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    expect([await countOf('executions'), await countOf('jobs')]).toEqual([4 * TIMES, 1 + 2 * TIMES]);
    const { items } = await one.scheduler.eventHandlers();
    expect(items.map(({ successCount }) => successCount)).toEqual([2 * TIMES, 2 * TIMES]);
    expect((await one.scheduler.get('waiting')).counters.fired).toBe(2 * TIMES);
  });

  it('events that come while their job runs are queued: none is lost, none runs beside another', async () => {
    let [running, most] = [0, 0];
    const handle = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    const busy = { handlers: [defineHandler({ type: 'busy', handle })] };
    const [one, two] = [await nodes.start(busy), await nodes.start(busy)];
    await one.scheduler.schedule({ type: 'busy', name: 'busy', trigger: trigger.event('e') });
    for (let event = 0; event < 50; event += 1)
      await (event % 2 === 0 ? one : two).scheduler.triggerEvent('e', { event });
    await eventually(
      'fifty successes',
      async () => (await one.scheduler.get('busy')).counters.succeeded === 50,
      60_000,
    );
    expect([most, await countOf('executions')]).toEqual([1, 50]);
  });

  it('a function is called for events that another node triggers (F190)', async () => {
    const { one, two } = await twoNodes();
    const received: JsonObject[] = [];
    await two.scheduler.onEvent('e', ({ data }) => void received.push(data), { name: 'collect' });
    await one.scheduler.triggerEvent('e', { ticketId: 7 });
    await eventually('the event', async () => received.length > 0);
    expect(received).toEqual([{ ticketId: 7 }]);
  });

  it('an action that cannot be read fails, is counted, and does not affect others (F193)', async () => {
    const { one } = await twoNodes();
    await database.table('event_handlers').where({ name: 'enqueue:work' }).update({ action: '{' });
    const report = await one.scheduler.triggerEvent('e');
    expect(report.failures).toMatchObject([{ name: 'enqueue:work' }]);
    expect(report.jobs).toHaveLength(1);
  });
});
