import type { HandledJob, JobContext } from '@scheduler/contracts';
import { defineHandler, JobResult } from '@scheduler/contracts';
import { certifyHandler } from './certify-handler.js';
import { recordingEffect } from './doubles/recording-effect.js';
import { recordingService } from './doubles/recording-service.js';
import { recordingTable } from './doubles/recording-table.js';

interface Order {
  readonly id: string;
  readonly total: number;
}

interface Account {
  readonly balance: number;
  readonly orders: readonly string[];
}

const payload: Order = { id: 'A1', total: 10 };

describe('a handler that inserts', () => {
  const world = () => ({ orders: recordingTable<Order>() });

  it('is not safe if a retry inserts again, and completeIn would mend it', async () => {
    const report = await certifyHandler({
      world,
      handler:
        ({ orders }) =>
        async (job: HandledJob<Order>) => {
          await orders.insert(job.payload);
        },
      payload,
    });
    expect(report.safe).toBe(false);
    expect(report.calls).toEqual(['orders.insert']);
    expect(report.findings).toContainEqual({
      resource: 'orders',
      outcome: 'twice',
      effect: '{"id":"A1","total":10}',
      fault: 'killed',
      happened: 'the process was killed after orders.insert (call 1), and the execution ran again',
      error: null,
      guard: 'completeIn',
      repeat: 'killed@1',
    });
    expect(report.findings.map(({ fault }) => fault)).toEqual([
      'unreported',
      'killed',
      'aborted',
      'unanswered',
      'frozen',
      'twice',
    ]);
    expect(String(report)).toContain(
      '1. orders: twice: {"id":"A1","total":10}\n   when    the process was killed',
    );
    expect(String(report)).toContain("repeat  only: 'killed@1'");
  });

  it('is safe if it completes in the transaction', async () => {
    const report = await certifyHandler({
      world,
      handler:
        ({ orders }) =>
        (job: HandledJob<Order>, context: JobContext) =>
          orders.transaction(async (transaction) => {
            await transaction.insert(job.payload);
            await context.completeIn(transaction);
          }),
      payload,
    });
    expect(String(report)).toMatch(/^safe to run again: \d+ runs with a fault, over 3 calls/);
    expect(report.calls).toEqual(['orders.transaction', 'orders.transaction.insert', 'context.completeIn']);
    expect(report.runs).toBe(1 + 5 * 3 + 20);
  });

  it('is safe if the lease is lost after completeIn, because the commit is refused', async () => {
    const report = await certifyHandler({
      world,
      handler:
        ({ orders }) =>
        (job: HandledJob<Order>, context: JobContext) =>
          orders.transaction(async (transaction) => {
            await context.completeIn(transaction);
            await transaction.insert(job.payload);
          }),
      payload,
    });
    expect(report.findings).toEqual([]);
  });

  it('is half done if its own retry cannot go on', async () => {
    const report = await certifyHandler({
      world: () => ({ orders: recordingTable<Order>(), mails: recordingService() }),
      handler: (given) => async (job: HandledJob<Order>, context: JobContext) => {
        if ((await given.orders.get(job.payload.id)) !== undefined) throw new Error('the order exists');
        await given.orders.put(job.payload.id, job.payload);
        await given.mails.call('send', null, { idempotencyKey: context.idempotencyKey });
      },
      payload,
      only: 'killed@2',
    });
    expect(report.findings).toMatchObject([
      {
        resource: 'mails',
        guard: 'completeIn',
        outcome: 'half done',
        effect: '{"operation":"send","input":null}',
        error: 'the execution failed for good: the order exists',
      },
    ]);
  });
});

describe('a handler that sends an e-mail', () => {
  const world = () => ({ mails: recordingService() });

  it('is not safe without an idempotency key', async () => {
    const report = await certifyHandler({
      world,
      handler:
        ({ mails }) =>
        async () => {
          await mails.call('send', { to: 'ann@example.org' });
        },
      payload,
    });
    expect(report.safe).toBe(false);
    expect(new Set(report.findings.map(({ guard, outcome }) => `${outcome} ${guard}`))).toEqual(
      new Set(['twice idempotencyKey']),
    );
  });

  it('is safe with the key of its execution', async () => {
    const report = await certifyHandler({
      world,
      handler:
        ({ mails }) =>
        async (_job: HandledJob, { idempotencyKey }: JobContext) => {
          await mails.call('send', { to: 'ann@example.org' }, { idempotencyKey });
        },
      payload,
    });
    expect(report.findings).toEqual([]);
  });

  it('is never safe where the service knows no keys, also as a durable step', async () => {
    const report = await certifyHandler({
      world: () => ({ mails: recordingEffect() }),
      handler:
        ({ mails }) =>
        async (_job: HandledJob, context: JobContext) => {
          await context.step('send', () => mails.act({ to: 'ann@example.org' }));
        },
      payload,
    });
    expect(report.findings.map(({ repeat }) => repeat)).toContain('killed@1');
    expect(report.findings.map(({ fault }) => fault)).not.toContain('unreported');
  });
});

describe('a handler that reads, changes and writes', () => {
  const options = {
    world: () => ({ accounts: recordingTable<Account>({ ann: { balance: 0, orders: [] } }) }),
    payload,
    // Another order of the same account.
    meanwhile: async ({ accounts }: { accounts: ReturnType<typeof recordingTable<Account>> }) => {
      const { balance, orders } = (await accounts.get('ann')) ?? { balance: 0, orders: [] };
      await accounts.put('ann', { balance: balance + 100, orders: [...orders, 'B2'] });
    },
    // What counts is what is in the account, and not in which order it came.
    effects: async ({ accounts }: { accounts: ReturnType<typeof recordingTable<Account>> }) => ({
      accounts: { balance: (await accounts.get('ann'))?.balance },
    }),
  };
  const addOrder =
    (isFenced: boolean) =>
    ({ accounts }: ReturnType<typeof options.world>) =>
    async (job: HandledJob<Order>, { fence }: JobContext) => {
      const { balance, orders } = (await accounts.get('ann')) ?? { balance: 0, orders: [] };
      if (orders.includes(job.payload.id)) return;
      const account = { balance: balance + job.payload.total, orders: [...orders, job.payload.id] };
      await accounts.put('ann', account, isFenced ? { fence } : {});
    };

  it('is not safe without a fence: an outdated worker overwrites what others wrote', async () => {
    const report = await certifyHandler({ ...options, handler: addOrder(false) });
    expect(report.findings).toEqual([
      {
        resource: 'accounts',
        outcome: 'changed',
        effect: '110 became 10',
        fault: 'frozen',
        happened:
          'the process was frozen before accounts.put (call 2), another attempt ran, and then the first went on with its stale fence',
        error: null,
        guard: 'fence',
        repeat: 'frozen@2',
      },
    ]);
  });

  it('is safe with the fence', async () => {
    expect(String(await certifyHandler({ ...options, handler: addOrder(true) }))).toMatch(/^safe/);
  });

  it('needs more than a fence if a retry adds again', async () => {
    const report = await certifyHandler({
      world: options.world,
      handler:
        ({ accounts }) =>
        async (_job: HandledJob, { fence }: JobContext) => {
          const { balance = 0 } = (await accounts.get('ann')) ?? {};
          await accounts.put('ann', { balance: balance + 10, orders: [] }, { fence });
        },
      payload,
    });
    expect(report.findings.map(({ guard }) => guard)).toContain('completeIn');
    expect(report.findings.map(({ guard }) => guard)).not.toContain('fence');
  });
});

describe('certifyHandler', () => {
  const appendTo = (sent: string[]) => ({ sent, mailer: { send: async (to: string) => void sent.push(to) } });

  it('works with doubles of its user', async () => {
    const report = await certifyHandler({
      world: () => appendTo([]),
      handler:
        ({ mailer }) =>
        () =>
          mailer.send('ann'),
      effects: ({ sent }) => ({ sent }),
      payload: null,
    });
    expect(report.findings[0]).toMatchObject({ resource: 'sent', outcome: 'twice', effect: '"ann"' });
  });

  it('finds what is lost behind a mark that is set too early', async () => {
    const report = await certifyHandler({
      world: () => ({ marks: recordingTable<boolean>(), mails: recordingService() }),
      handler:
        (given) =>
        async (_job: HandledJob, { idempotencyKey }: JobContext) => {
          if (await given.marks.get(idempotencyKey)) return;
          await given.marks.put(idempotencyKey, true);
          await given.mails.call('send', null, { idempotencyKey });
        },
      payload,
    });
    expect(report.findings.map(({ repeat, guard }) => `${repeat} ${guard}`)).toEqual([
      'killed@2 completeIn',
      'failed@3 completeIn',
      'unanswered@2 completeIn',
    ]);
    expect(
      report.findings.every(({ resource, outcome }) => resource === 'mails' && outcome === 'half done'),
    ).toBe(true);
  });

  it('finds what a handler loses that swallows errors', async () => {
    const report = await certifyHandler({
      world: () => ({ mails: recordingService() }),
      handler:
        ({ mails }) =>
        async (_job: HandledJob, { idempotencyKey }: JobContext) => {
          await mails.call('send', null, { idempotencyKey }).catch(() => undefined);
        },
      payload,
    });
    expect(report.findings).toMatchObject([
      { outcome: 'lost', fault: 'failed', guard: null, repeat: 'failed@1' },
    ]);
  });

  it('gives the same report again, and repeats one fault of it', async () => {
    const options = {
      world: () => ({ mails: recordingEffect() }),
      handler:
        ({ mails }: { mails: ReturnType<typeof recordingEffect> }) =>
        async () => {
          await mails.act('first');
          await mails.act('second');
        },
      payload,
    };
    const report = await certifyHandler(options);
    expect(JSON.stringify(await certifyHandler(options))).toBe(JSON.stringify(report));
    for (const { repeat, fault } of report.findings) {
      const again = await certifyHandler({ ...options, only: repeat });
      expect(again.runs).toBe(1);
      expect(again.findings.every((finding) => finding.fault === fault)).toBe(true);
      expect(again.safe).toBe(false);
    }
  });

  it('refuses a handler that fails undisturbed, and one whose effects differ each time', async () => {
    const world = () => ({ mails: recordingEffect() });
    await expect(
      certifyHandler({
        world,
        handler: () => () => JobResult.failure({ error: new Error('no template') }),
        payload,
      }),
    ).rejects.toThrow('the handler fails undisturbed: no template');
    let id = 0;
    await expect(
      certifyHandler({ world, handler: (given) => () => given.mails.act((id += 1)), payload }),
    ).rejects.toThrow('two undisturbed runs of the handler have different effects');
  });

  it('takes a handler with its validation, as a node does', async () => {
    const options = {
      world: () => ({ mails: recordingService() }),
      handler: ({ mails }: { mails: ReturnType<typeof recordingService> }) =>
        defineHandler({
          type: 'send_mail',
          validate: (value) => {
            if (typeof (value as { to?: unknown }).to !== 'string') throw new Error('to is missing');
          },
          handle: (_job: HandledJob<object>, { idempotencyKey }) =>
            mails.call('send', null, { idempotencyKey }),
        }),
    };
    expect((await certifyHandler({ ...options, payload: { to: 'ann' } })).safe).toBe(true);
    await expect(certifyHandler({ ...options, payload: {} })).rejects.toThrow('to is missing');
  });

  it('refuses wrong options', async () => {
    const handler = () => () => undefined;
    const wrong = (options: object) => certifyHandler(options as never);
    await expect(wrong({ handler })).rejects.toThrow('world is undefined: it must be a function');
    await expect(wrong({ world: () => ({}), handler: {} })).rejects.toThrow('handler is object');
    await expect(wrong({ world: () => ({}), handler })).rejects.toThrow('effects is missing');
    await expect(wrong({ world: () => ({}), handler: () => ({}) })).rejects.toThrow(
      'handler returned what is no handler',
    );
    await expect(wrong({ world: () => ({}), handler, seeds: -1 })).rejects.toThrow('seeds is -1');
    await expect(wrong({ world: () => ({}), handler, only: 'bitten@1' })).rejects.toThrow('the kinds are');
  });
});
