import { ScheduleInvalid, trigger } from '@scheduler/contracts';
import { recorder, scene, statuses } from './test-support/scene.js';

const CONFIG = {
  circuits: { smtp: { failureThreshold: 2, successThreshold: 2, resetTimeout: '30s' } },
  retry: { initialDelay: 0 },
} as const;

function setUp() {
  let isDown = true;
  const { handler, calls } = recorder('mail', () => {
    if (isDown) throw new Error('connection refused');
  });
  const options = { handlers: [handler], config: CONFIG };
  return { options, calls, repair: () => (isDown = false), ...scene(options) };
}

const mail = { type: 'mail', circuit: 'smtp', maxRetries: 9 } as const;
const mails = (count: number) => Array.from({ length: count }, () => mail);

describe('circuits on a node', () => {
  it('open, delay executions without using up an attempt, are tried, and close (F164, F165)', async () => {
    const { node, clock, calls, repair } = setUp();
    const published: string[] = [];
    await node.open();
    node.events.subscribe({
      names: [],
      listener: ({ name }) => void (name.includes('circuit') && published.push(name)),
    });
    await node.scheduler.enqueueMany(mails(6));
    await node.drain({ limit: 2 });
    expect(await node.circuits.getState('smtp')).toMatchObject({ state: 'open', failures: 2 });

    await node.drain();
    expect(calls).toHaveLength(2);
    expect(await node.queues.stats('default')).toMatchObject([{ available: 0, delayed: 6 }]);

    repair();
    await clock.advance('30s');
    await node.drain();
    expect(calls).toHaveLength(3);
    expect(await node.circuits.getState('smtp')).toMatchObject({ state: 'half_open', successes: 1 });
    await clock.advance('1m');
    await node.drain();
    await clock.advance('1m');
    await node.drain();
    expect(await node.circuits.getState('smtp')).toMatchObject({ state: 'closed' });
    expect(calls).toHaveLength(2 + 6);
    expect(published).toEqual([
      'scheduler:circuit.opened',
      'scheduler:circuit.half_opened',
      'scheduler:circuit.closed',
    ]);
  });

  it('leave work without a circuit alone', async () => {
    const { node, calls } = setUp();
    await node.scheduler.enqueueMany(mails(2));
    await node.drain({ limit: 2 });
    await node.scheduler.enqueue({ type: 'mail', maxRetries: 0 });
    await node.drain();
    expect(calls).toHaveLength(3);
  });

  it('cost a waiting execution no attempt, and record why it waits', async () => {
    const { node, store } = setUp();
    await node.scheduler.enqueueMany(mails(2));
    await node.drain({ limit: 2 });
    const { id } = await node.scheduler.enqueue(mail);
    await node.drain();
    const waiting = await store.executions.get({ id, tenant: null });
    expect(statuses([waiting!])).toEqual(['pending: circuit_open']);
    expect(waiting).toMatchObject({
      attemptsUsed: 0,
      attempts: [],
      reason: { message: 'circuit smtp: connection refused' },
    });
  });

  it('are shared by nodes on one store', async () => {
    const one = setUp();
    const two = scene({ ...one.options, store: one.store, clock: one.clock });
    await two.node.open();
    await one.node.scheduler.enqueueMany(mails(4));
    await one.node.drain({ limit: 2 });
    await two.node.drain();
    expect(one.calls).toHaveLength(2);
    await two.node.circuits.reset('smtp');
    one.repair();
    await one.clock.advance('1m');
    await one.node.drain();
    expect(one.calls).toHaveLength(6);
  });

  it('are chosen by the options or metadata of jobs, and can be removed again', async () => {
    const { node } = setUp();
    const every = trigger.every('1h');
    const job = await node.scheduler.schedule({ type: 'mail', trigger: every, circuit: 'smtp' });
    expect(job.policies.circuit).toBe('smtp');
    expect((await node.scheduler.runNow(job.id)).policy.circuit).toBe('smtp');
    const changed = await node.scheduler.update(job.id, { circuit: null });
    expect(changed.policies).not.toHaveProperty('circuit');

    const metadata = { circuit_breaker: 'smtp' };
    expect((await node.scheduler.enqueue({ type: 'mail', metadata })).policy.circuit).toBe('smtp');
    expect((await node.scheduler.enqueue({ type: 'mail', metadata, circuit: 'api' })).policy.circuit).toBe(
      'api',
    );
    expect(
      (await node.scheduler.enqueue({ type: 'mail', metadata, circuit: null })).policy.circuit,
    ).toBeUndefined();
    expect(
      (await node.scheduler.enqueue({ type: 'mail', metadata: { team: 'a' } })).policy,
    ).not.toHaveProperty('circuit');
    const refused = node.scheduler.enqueue({ type: 'mail', metadata: { circuit_breaker: 5 } });
    await expect(refused).rejects.toBeInstanceOf(ScheduleInvalid);
    await expect(refused).rejects.toThrow('circuit_breaker');
  });
});
