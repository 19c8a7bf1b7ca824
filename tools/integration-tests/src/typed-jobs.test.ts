import {
  defineHandler,
  defineJob,
  JobResult,
  PayloadInvalid,
  PayloadTooNew,
  trigger,
} from '@scheduler/contracts';
import { z } from 'zod';
import { scene } from './test-support/scene.js';

const sendInvoice = defineJob({
  type: 'send_invoice',
  payload: z.object({
    customer: z.string().min(1),
    dueOn: z.coerce.date<string>(),
    copies: z.int().default(1),
  }),
  result: z.object({ number: z.string() }),
  defaults: { queue: 'default', maxRetries: 1, tags: ['mail'] },
});
const payload = { customer: 'acme', dueOn: '2030-02-01' };

describe('a typed job, from the caller to the handler (F18, F74, F80)', () => {
  it('stores the payload as it was passed, parses it for each attempt, and stores the result', async () => {
    const seen: unknown[] = [];
    const handler = sendInvoice.handler(({ payload: { customer, dueOn, copies } }, { attempt }) => {
      seen.push(`${attempt}: ${copies} to ${customer} by ${dueOn.toISOString().slice(0, 10)}`);
      if (attempt === 1) throw new Error('the printer is out of paper');
      return { number: `${customer}-1` };
    });
    const { node, clock } = scene({ handlers: [handler] });
    await node.start();
    const { id } = await node.scheduler.enqueue(sendInvoice.request(payload));
    await clock.advance('5m');
    const execution = await node.scheduler.getExecution(id);
    expect(execution).toMatchObject({
      payload,
      tags: ['mail'],
      metadata: { payload_version: 1 },
      attemptsUsed: 2,
    });
    expect(sendInvoice.resultOf(execution)).toEqual({ number: 'acme-1' });
    expect(sendInvoice.payloadOf(execution).copies).toBe(1);
    expect(seen).toEqual(['1: 1 to acme by 2030-02-01', '2: 1 to acme by 2030-02-01']);
    await node.stop();
  });

  it('is refused by the scheduler, however it is scheduled or enqueued (F75)', async () => {
    const { node } = scene({ handlers: [sendInvoice.handler(() => ({ number: '1' }))] });
    const untyped = { type: 'send_invoice', payload: { customer: '', dueOn: '2030-02-01' } };
    const refused = [
      node.scheduler.enqueue(untyped),
      node.scheduler.schedule({ ...untyped, trigger: trigger.every('1h') }),
      node.scheduler.enqueueMany([sendInvoice.request(payload), untyped]),
    ];
    for (const each of refused) await expect(each).rejects.toThrow(/^payload\.customer: /);
    const { id } = await node.scheduler.schedule(
      sendInvoice.scheduled({ trigger: trigger.every('1h'), payload }),
    );
    await expect(node.scheduler.update(id, { payload: {} })).rejects.toThrow(PayloadInvalid);
  });

  it('fails without a retry if the result does not match its declaration', async () => {
    const handler = sendInvoice.handler(() => ({ number: 7 }) as never);
    const { node } = scene({ handlers: [handler] });
    const { id } = await node.scheduler.enqueue(sendInvoice.request(payload));
    await node.drain();
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      attemptsUsed: 1,
      reason: { code: 'no_retry' },
      error: { code: 'RESULT_INVALID', message: expect.stringContaining('result.number of send_invoice') },
    });
  });
});

describe('a payload of an earlier or a later version (F83)', () => {
  const first = defineJob({ type: 'greet', payload: z.object({ name: z.string() }) });
  const second = defineJob({
    type: 'greet',
    version: 2,
    payload: z.object({ names: z.array(z.string()) }),
    upcast: { 1: ({ name }: { name: string }) => ({ names: [name] }) },
  });

  it('goes through its upcasters on every node with the later build', async () => {
    const seen: unknown[] = [];
    const before = scene({ handlers: [first.handler(() => undefined)] });
    const { id, name } = await before.node.scheduler.schedule(
      first.scheduled({ name: 'greeting', trigger: trigger.every('1h'), payload: { name: 'Ada' } }),
    );
    const { node, clock } = scene({
      ...before,
      handlers: [second.handler((job) => void seen.push(job.payload.names))],
    });
    await clock.advance('1h');
    await node.tick();
    await node.drain();
    expect(seen).toEqual([['Ada']]);

    const job = await node.scheduler.get(name);
    await node.scheduler.update(id, second.changes(job, { payload: { names: ['Ada', 'Grace'] } }));
    await clock.advance('1h');
    await node.tick();
    await node.drain();
    expect(seen).toEqual([['Ada'], ['Ada', 'Grace']]);
  });

  it('waits for a node with the later build, while one is rolled out', async () => {
    const later = scene({ handlers: [second.handler(() => undefined)] });
    const { id } = await later.node.scheduler.enqueue(second.request({ names: ['Ada'] }));
    const earlier = scene({ ...later, handlers: [first.handler(() => undefined)] });
    await earlier.node.drain();
    expect(await earlier.node.scheduler.getExecution(id)).toMatchObject({
      status: 'pending',
      error: {
        code: 'PAYLOAD_TOO_NEW',
        message: expect.stringContaining('has version 2, and this build knows 1'),
      },
    });
    await later.clock.advance('5m');
    await later.node.drain();
    expect(await later.node.scheduler.getExecution(id)).toMatchObject({ status: 'success', attemptsUsed: 2 });
  });

  it('is refused by a build that does not know its version', async () => {
    const { node } = scene({ handlers: [first.handler(() => undefined)] });
    await expect(node.scheduler.enqueue(second.request({ names: [] }))).rejects.toThrow(PayloadTooNew);
  });

  it('counts as the first version if it has none, as in older work', async () => {
    const seen: unknown[] = [];
    const plain = defineHandler({ type: 'greet', handle: () => JobResult.success() });
    const before = scene({ handlers: [plain] });
    await before.node.scheduler.enqueue({ type: 'greet', payload: { name: 'Ada' } });
    const { node } = scene({ ...before, handlers: [second.handler((job) => void seen.push(job.payload))] });
    await node.drain();
    expect(seen).toEqual([{ names: ['Ada'] }]);
  });
});
