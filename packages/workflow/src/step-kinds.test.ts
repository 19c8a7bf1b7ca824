import { defineHandler, type DispatchAgent, type HandledJob, JobResult } from '@scheduler/contracts';
import { defineWorkflow } from './define/define-workflow.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

describe('a map', () => {
  it('calls its function for each item of what a step returned, and hands on the outputs in their order', async () => {
    const seen: unknown[] = [];
    const bills = defineWorkflow('bills', {}, (w) => {
      const customers = w.step('customers', () => ['ada', 'bob', 'eve']);
      const bill = w.map('bill', customers, ({ item, index }) => `${index}:${item.toUpperCase()}`);
      w.step('report', ({ outputs }) => void seen.push(outputs(bill)), { after: bill });
    });
    const { workflows, settle } = await scene({ definitions: [bills] });
    const { id } = await workflows.start('bills');
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen).toEqual([['0:ADA', '1:BOB', '2:EVE']]);
  });

  it('adds more children than fit into one slice, and joins them once', async () => {
    let joined = 0;
    const many = defineWorkflow('many', {}, (w) => {
      const each = w.map(
        'each',
        () => Array.from({ length: 2_500 }, (_, n) => n),
        ({ item }) => item * 2,
      );
      w.step(
        'sum',
        ({ outputs }) => {
          joined += 1;
          return outputs(each).reduce((sum, n) => sum + n, 0);
        },
        { after: each },
      );
    });
    const { workflows, output, clock } = await scene({ definitions: [many] });
    const { id } = await workflows.start(many);
    const ended = workflows.waitFor(id);
    await clock.advance('1m');
    const run = await ended;
    expect(run.steps['each']?.children).toMatchObject({
      added: 2_500,
      total: 2_500,
      ended: 2_500,
      failed: 0,
    });
    expect(await output(run, 'sum')).toBe(2_499 * 2_500);
    expect(joined).toBe(1);
  });

  it('ends with an empty list', async () => {
    const none = defineWorkflow('none', {}, (w) => {
      w.map(
        'each',
        () => [] as number[],
        ({ item }) => item,
      );
    });
    const { workflows, settle } = await scene({ definitions: [none] });
    const { id } = await workflows.start(none);
    await settle();
    expect((await workflows.waitFor(id)).steps['each']).toMatchObject({ status: 'succeeded' });
  });

  it('runs as many items at once as its concurrency allows', async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const limited = defineWorkflow('limited', {}, (w) => {
      w.map(
        'each',
        () => [1, 2, 3, 4, 5],
        async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise<void>((resolve) => release.push(resolve));
          running -= 1;
        },
        { concurrency: 2 },
      );
    });
    const { workflows, clock } = await scene({ definitions: [limited] });
    const { id } = await workflows.start(limited);
    for (let n = 0; n < 20 && (await workflows.getState(id)).run.status === 'running'; n += 1) {
      await clock.advance('5s');
      for (const go of release.splice(0)) go();
    }
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(most).toBe(2);
  });

  it('undoes each item that was worked on, with its item and its output', async () => {
    const undone: unknown[] = [];
    const bookings = defineWorkflow('bookings', {}, (w) => {
      const book = w.map(
        'book',
        () => ['car', 'room'],
        ({ item }) => `${item} booked`,
        {
          rollback: ({ item, index, output }) => void undone.push([index, item, output]),
        },
      );
      w.step(
        'pay',
        () => {
          throw new Error('no money');
        },
        { after: book, maxRetries: 0 },
      );
    });
    const { workflows, settle } = await scene({ definitions: [bookings] });
    const { id } = await workflows.start(bookings);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('compensated');
    expect(undone.sort()).toEqual([
      [0, 'car', 'car booked'],
      [1, 'room', 'room booked'],
    ]);
  });

  it('finds its items again when a rollback of it is resumed', async () => {
    let isBroken = true;
    const undone: unknown[] = [];
    const bookings = defineWorkflow('bookings', {}, (w) => {
      const book = w.map(
        'book',
        () => ['car'],
        ({ item }) => `${item} booked`,
        {
          rollback: {
            run: ({ item, output }) => {
              if (isBroken) throw new Error('the booking service is away');
              undone.push([item, output]);
            },
            maxRetries: 0,
          },
        },
      );
      w.step('pay', () => JobResult.failure({ error: new Error('no money'), retry: false }), { after: book });
    });
    const { workflows, settle } = await scene({ definitions: [bookings] });
    const { id } = await workflows.start(bookings);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('compensation_failed');
    isBroken = false;
    await workflows.resumeCompensation(id);
    await settle();

    expect((await workflows.waitFor(id)).status).toBe('compensated');
    expect(undone).toEqual([['car', 'car booked']]);
  });

  it('fails with the names of workflow and step when what it maps over is no list', async () => {
    const wrong = defineWorkflow('wrong', {}, (w) => {
      w.step('customers', () => ({ ada: 1 }));
      w.map('bill', 'customers', () => 1);
    });
    const { workflows, settle } = await scene({ definitions: [wrong] });
    const { id } = await workflows.start(wrong);
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('failed');
    expect(run.steps['bill']?.error).toContain(
      'list of step bill of workflow wrong: is no list (what step customers returned)',
    );
  });
});

describe('an approval (F186)', () => {
  const payout = defineWorkflow('payout', {}, (w) => {
    const approval = w.approval<{ limit: number }>('approve', { timeout: '1h', onTimeout: 'reject' });
    w.step('pay', ({ outputs }) => outputs(approval)?.limit ?? 0, { after: approval });
  });

  it('waits for a decision, keeps who decided, and hands on the data', async () => {
    const { workflows, settle, output } = await scene({ definitions: [payout] });
    const { id } = await workflows.start(payout);
    await settle();
    expect((await workflows.getState(id)).steps[0]).toMatchObject({ name: 'approve', status: 'active' });
    await workflows.approve(id, 'approve', { by: 'ada', data: { limit: 70 } });
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.steps['approve']?.decision).toEqual({
      approved: true,
      by: 'ada',
      at: run.createdAt.getTime(),
    });
    expect(await output(run, 'pay')).toBe(70);
  });

  it('fails the workflow when it is rejected, and when nobody decides in time', async () => {
    const { workflows, settle, clock } = await scene({ definitions: [payout] });
    const rejected = await workflows.start(payout);
    const forgotten = await workflows.start(payout);
    await workflows.reject(rejected.id, 'approve', { by: 'eve' });
    await settle();
    expect((await workflows.waitFor(rejected.id)).stop?.reason).toBe('step approve: rejected by eve');
    await clock.advance('61m');
    const run = await workflows.waitFor(forgotten.id);
    expect(run.steps['approve']).toMatchObject({ status: 'failed', verdict: 'timed_out' });
  });

  it('is decided once', async () => {
    const { workflows } = await scene({ definitions: [payout] });
    const { id } = await workflows.start(payout);
    await workflows.approve(id, 'approve', { by: 'ada' });
    await expect(workflows.approve(id, 'approve', { by: 'bob' })).rejects.toMatchObject({
      code: 'WORKFLOW_STEP_NOT_WAITING',
      message: expect.stringContaining('was approved before by "ada"') as string,
    });
  });

  it('is not asked for when its condition is false', async () => {
    const small = defineWorkflow<{ cents: number }>('small', {}, (w) => {
      w.approval('approve', { when: ({ input }) => input.cents > 1_000 });
    });
    const { workflows, settle } = await scene({ definitions: [small] });
    const few = await workflows.start(small, { cents: 10 });
    const much = await workflows.start(small, { cents: 9_999 });
    await settle();
    expect((await workflows.waitFor(few.id)).steps['approve']).toMatchObject({
      status: 'skipped',
      verdict: 'condition',
    });
    expect((await workflows.getState(much.id)).steps[0]?.status).toBe('active');
  });
});

describe('a signal', () => {
  const order = defineWorkflow('order', {}, (w) => {
    const pack = w.step('pack', () => null);
    const paid = w.signal<{ cents: number }>('paid', { after: pack });
    w.step('ship', ({ outputs }) => outputs(paid) ?? null, { after: paid });
  });

  it('is kept until the step wants it, and counts once by its key', async () => {
    const { workflows, settle, output } = await scene({ definitions: [order] });
    const { id } = await workflows.start(order);
    await workflows.signal(id, 'paid', { data: { cents: 5 }, key: 'payment-1' });
    await workflows.signal(id, 'paid', { data: { cents: 6 }, key: 'payment-1' });
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.signals).toMatchObject([{ name: 'paid', key: 'payment-1', step: 'paid' }]);
    expect(await output(run, 'ship')).toEqual({ cents: 5 });
  });

  it('is refused for a run that does not exist', async () => {
    const { workflows } = await scene({ definitions: [order] });
    await expect(workflows.signal('nobody', 'paid')).rejects.toMatchObject({
      code: 'WORKFLOW_NOT_FOUND',
      message: expect.stringContaining('"nobody"') as string,
    });
  });
});

describe('a sleep', () => {
  it('lasts a time, or until what its function says, and asks once', async () => {
    let asked = 0;
    const reminder = defineWorkflow<{ until: string }>('reminder', {}, (w) => {
      const nap = w.sleep('nap', '1h');
      const long = w.sleep(
        'long',
        ({ input }) => {
          asked += 1;
          return new Date(input.until);
        },
        { after: nap },
      );
      w.step('remind', ({ outputs }) => outputs(long)?.until ?? null, { after: long });
    });
    const { workflows, clock, output } = await scene({ definitions: [reminder] });
    const { id } = await workflows.start(reminder, { until: '2030-01-01T03:00:00Z' });
    await clock.advance('59m');
    expect((await workflows.getState(id)).steps[0]?.status).toBe('active');
    await clock.advance('2m');
    expect((await workflows.getState(id)).steps[0]?.status).toBe('succeeded');
    await clock.advanceTo('2030-01-01T02:59:00Z');
    expect((await workflows.getState(id)).steps[1]?.status).toBe('active');
    await clock.advance('2m');
    const run = await workflows.waitFor(id);
    expect(await output(run, 'remind')).toBe('2030-01-01T03:00:00.000Z');
    expect(asked).toBe(1);
  });
});

describe('a workflow as a step (F189)', () => {
  const undone: string[] = [];
  const pay = defineWorkflow<{ cents: number }>('pay', {}, (w) => {
    const reserve = w.step('reserve', ({ input }) => ({ reserved: input.cents }), {
      rollback: () => void undone.push('reserve'),
    });
    w.step('capture', ({ outputs }) => ({ captured: outputs(reserve).reserved }), { after: reserve });
  });

  it('is started with an input, waited for, and hands on the outputs of its last steps', async () => {
    const seen: unknown[] = [];
    const order = defineWorkflow('order', {}, (w) => {
      const paid = w.workflow('pay', pay, () => ({ cents: 30 }));
      w.step('ship', ({ outputs }) => void seen.push(outputs(paid)), { after: paid });
    });
    const { workflows, settle } = await scene({ definitions: [order] });
    const { id } = await workflows.start(order, null, { attributes: { customer: 'c1' } });
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('completed');
    const childId = run.steps['pay']?.child?.runId ?? '';
    expect(childId).toBe(run.steps['pay']?.executionId);
    expect(seen).toEqual([{ runId: childId, status: 'completed', outputs: { capture: { captured: 30 } } }]);
    const child = await workflows.waitFor(childId);
    expect(child).toMatchObject({
      rootId: id,
      parent: { runId: id, step: 'pay' },
      attributes: { customer: 'c1' },
    });
    expect((await workflows.list({ parent: id })).items.map((one) => one.id)).toEqual([childId]);
  });

  it('undoes itself when the workflow that started it is undone', async () => {
    undone.splice(0);
    const order = defineWorkflow('order', {}, (w) => {
      const paid = w.workflow('pay', 'pay', () => ({ cents: 30 }));
      w.step('ship', () => JobResult.failure({ error: new Error('no ship'), retry: false }), { after: paid });
    });
    const { workflows, settle } = await scene({ definitions: [order, pay] });
    const { id } = await workflows.start(order);
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('compensated');
    expect(undone).toEqual(['reserve']);
    expect((await workflows.waitFor(run.steps['pay']?.child?.runId ?? '')).status).toBe('compensated');
  });

  it('must be defined in the program', () => {
    const order = defineWorkflow('order', {}, (w) => void w.workflow('pay', 'payy'));
    return expect(scene({ definitions: [order, pay] })).rejects.toThrow(
      'order.pay.workflow: is not a workflow of this program',
    );
  });
});

describe('a job and an agent as steps (F189)', () => {
  it('call the handler of a job type, and dispatch to an agent', async () => {
    const mail = defineHandler({
      type: 'send_mail',
      validate: (payload) => {
        if ((payload as { to?: unknown }).to === undefined) throw new Error('to is missing');
      },
      handle: (job: HandledJob<{ to: string }>, { attempt }) =>
        `${job.type} to ${job.payload.to}, ${attempt}`,
    });
    const requests: DispatchAgent[] = [];
    const agents = {
      dispatch: (request: DispatchAgent) => {
        requests.push(request);
        return Promise.resolve({ team: 'billing' });
      },
    };
    const seen: unknown[] = [];
    const ticket = defineWorkflow<{ from: string }>('ticket', {}, (w) => {
      const triage = w.agent<{ team: string }>('triage', 'ticket-triage', ({ input }) => input);
      const answer = w.job<string>('answer', 'send_mail', ({ input }) => ({ to: input.from }), {
        after: triage,
      });
      w.step('log', ({ outputs }) => void seen.push(outputs(triage)?.team, outputs(answer)), {
        after: [triage, answer],
      });
    });
    const { workflows, settle } = await scene({ definitions: [ticket], handlers: [mail], agents });
    const { id } = await workflows.start(ticket, { from: 'ada' });
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(requests).toMatchObject([{ agent: 'ticket-triage', input: { from: 'ada' } }]);
    expect(seen).toEqual(['billing', 'send_mail to ada, 1']);
  });

  it('a job waits for a node that has its handler', async () => {
    const mails = defineWorkflow('mails', {}, (w) => void w.job('mail', 'send_mail'));
    const without = await scene({ definitions: [mails] });
    const { id } = await without.workflows.start(mails);
    await without.clock.advance('10m');
    expect((await without.workflows.why(id, 'mail')).reason).toContain(
      'no handler of this program has the type workflow.mails.mail',
    );
    const mail = defineHandler({ type: 'send_mail', handle: () => 'sent' });
    await scene({ definitions: [mails], handlers: [mail], beside: without });
    await without.clock.advance('10m');
    expect((await without.workflows.getState(id)).run.status).toBe('completed');
  });
});
