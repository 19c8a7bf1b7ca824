import { JobResult } from '@scheduler/contracts';
import { defineWorkflow } from './define/define-workflow.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

const broken = (message: string) => () => JobResult.failure({ error: new Error(message), retry: false });

/** A promise that is resolved from outside. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describe('after (F182)', () => {
  it('is satisfied by a skipped step, whose output is undefined; ifSkipped hands the skip on', async () => {
    const seen: unknown[] = [];
    const orders = defineWorkflow<{ isGift: boolean }>('orders', {}, (w) => {
      const wrap = w.step('wrap', () => 'paper', { when: ({ input }) => input.isGift });
      w.step('ship', ({ outputs }) => void seen.push(outputs(wrap)), { after: wrap });
      w.step('card', () => 'card', { after: wrap, ifSkipped: 'skip' });
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const plain = await workflows.start(orders, { isGift: false });
    const gift = await workflows.start(orders, { isGift: true });
    await settle();
    expect((await workflows.waitFor(plain.id)).steps).toMatchObject({
      wrap: { status: 'skipped', verdict: 'condition' },
      ship: { status: 'succeeded' },
      card: { status: 'skipped', verdict: 'predecessor_skipped' },
    });
    expect((await workflows.waitFor(gift.id)).status).toBe('completed');
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(expect.arrayContaining([undefined, 'paper']));
  });

  it('refuses to hand out what a step does not come after', async () => {
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step('pay', () => 1);
      w.step('ship', ({ outputs }) => outputs('pay'));
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    expect((await workflows.waitFor(id)).steps['ship']?.error).toContain(
      'outputs in step ship of workflow orders: is not a step that this one comes after, got "pay"',
    );
  });
});

describe('afterAny (F182)', () => {
  const race = (losers: 'finish' | 'cancel', slow: ReturnType<typeof gate>, seen: unknown[]) =>
    defineWorkflow('race', {}, (w) => {
      const fast = w.step('fast', () => 'fast');
      const late = w.step('late', async ({ signal }) => {
        await Promise.race([
          slow.passed,
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ]);
        return 'late';
      });
      w.step('first', ({ outputs }) => void seen.push([outputs(fast), outputs(late)]), {
        afterAny: [fast, late],
        losers,
      });
    });

  it('starts with the first success, once, and keeps a late output', async () => {
    const slow = gate();
    const seen: unknown[] = [];
    const definition = race('finish', slow, seen);
    const { workflows, settle, output } = await scene({ definitions: [definition] });
    const { id } = await workflows.start(definition);
    await settle();
    expect(seen).toEqual([['fast', undefined]]);
    slow.open();
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('completed');
    expect(await output(run, 'late')).toBe('late');
    expect(seen).toHaveLength(1);
  });

  it('cancels the others if it says so', async () => {
    const seen: unknown[] = [];
    const definition = race('cancel', gate(), seen);
    const { workflows, clock } = await scene({ definitions: [definition] });
    const { id } = await workflows.start(definition);
    const ended = workflows.waitFor(id);
    await clock.advance('1m');
    expect((await ended).steps['late']).toMatchObject({ status: 'skipped', verdict: 'not_first' });
    expect(seen).toEqual([['fast', undefined]]);
  });
});

describe('the flat context (F183)', () => {
  it('is merged in the order of the graph, never in the order in which steps ended', async () => {
    const slow = gate();
    const seen: unknown[] = [];
    const merge = defineWorkflow<{ who: string }>('merge', {}, (w) => {
      const first = w.step('first', async () => {
        await slow.passed;
        return { who: 'first', a: 1 };
      });
      const second = w.step('second', () => ({ who: 'second', b: 2 }));
      w.step('read', ({ context }) => void seen.push(context), { after: [second, first] });
    });
    const { workflows, settle } = await scene({ definitions: [merge] });
    await workflows.start(merge, { who: 'input' });
    await settle();
    slow.open();
    await settle();
    expect(seen).toEqual([{ who: 'second', a: 1, b: 2 }]);
  });
});

describe('onError', () => {
  it('fail: nothing new starts, what runs ends, and then it is undone', async () => {
    const log: string[] = [];
    const slow = gate();
    const orders = defineWorkflow('orders', {}, (w) => {
      const reserve = w.step(
        'reserve',
        async () => {
          await slow.passed;
          log.push('reserved');
        },
        { rollback: () => void log.push('undo reserve') },
      );
      w.step('pay', broken('no money'));
      w.step('ship', () => void log.push('shipped'), { after: reserve });
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    expect((await workflows.getState(id)).run.status).toBe('stopping');
    slow.open();
    await settle();
    const run = await workflows.waitFor(id);
    expect(run).toMatchObject({ status: 'compensated', stop: { step: 'pay', reason: 'step pay: no money' } });
    expect(log).toEqual(['reserved', 'undo reserve']);
  });

  it('skip: as if its condition had been false; continue: successors start without its output', async () => {
    const seen: unknown[] = [];
    const orders = defineWorkflow('orders', {}, (w) => {
      const skipped = w.step('skipped', broken('a'), { onError: 'skip' });
      const failed = w.step('failed', broken('b'), { onError: 'continue' });
      w.step('read', ({ outputs }) => void seen.push(outputs(skipped), outputs(failed)), {
        after: [skipped, failed],
      });
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('completed_with_errors');
    expect(run.steps).toMatchObject({
      skipped: { status: 'skipped', verdict: 'error' },
      failed: { status: 'failed', error: 'b' },
    });
    expect(seen).toEqual([undefined, undefined]);
  });

  it('retries first: only a final outcome counts', async () => {
    const attempts: number[] = [];
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step(
        'pay',
        ({ attempt, idempotencyKey, executionId }) => {
          attempts.push(attempt);
          expect(idempotencyKey).toBe(executionId);
          if (attempt < 3) throw new Error('busy');
        },
        { backoff: { strategy: 'fixed', delay: '10s' } },
      );
    });
    const { workflows, clock } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await clock.advance('1m');
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(attempts).toEqual([1, 2, 3]);
  });
});

describe('compensation', () => {
  it('undoes a step after everything that came after it, also one that began and failed', async () => {
    const undone: unknown[] = [];
    const trip = defineWorkflow('trip', {}, (w) => {
      const flight = w.step('flight', () => 'F1', {
        rollback: ({ output }) => void undone.push(['flight', output]),
      });
      const hotel = w.step('hotel', () => 'H1', {
        after: flight,
        rollback: ({ output, outputs }) => void undone.push(['hotel', output, outputs(flight)]),
      });
      w.step('car', broken('no car'), {
        after: hotel,
        rollback: ({ output }) => void undone.push(['car', output]),
      });
    });
    const { workflows, settle } = await scene({ definitions: [trip] });
    const { id } = await workflows.start(trip);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('compensated');
    expect(undone).toEqual([
      ['car', undefined],
      ['hotel', 'H1', 'F1'],
      ['flight', 'F1'],
    ]);
  });

  it('goes on after a rollback was mended', async () => {
    let isMended = false;
    const undone: string[] = [];
    const trip = defineWorkflow('trip', {}, (w) => {
      const flight = w.step('flight', () => 'F1', { rollback: () => void undone.push('flight') });
      const hotel = w.step('hotel', () => 'H1', {
        after: flight,
        rollback: {
          run: () => {
            if (!isMended) throw new Error('the hotel does not answer');
            undone.push('hotel');
          },
          maxRetries: 0,
        },
      });
      w.step('car', broken('no car'), { after: hotel });
    });
    const { workflows, settle } = await scene({ definitions: [trip] });
    const { id } = await workflows.start(trip);
    await settle();
    expect(await workflows.waitFor(id)).toMatchObject({ status: 'compensation_failed' });
    expect((await workflows.why(id, 'hotel')).reason).toBe('its rollback failed: the hotel does not answer');
    isMended = true;
    await workflows.resumeCompensation(id);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('compensated');
    expect([...undone].sort()).toEqual(['flight', 'hotel']);
  });
});

describe('cancel (F186)', () => {
  const long = (log: string[]) =>
    defineWorkflow('long', {}, (w) => {
      const pay = w.step('pay', () => 'P1', { rollback: () => void log.push('undo pay') });
      const wait = w.sleep('wait', '1d', { after: pay });
      w.step('ship', () => void log.push('shipped'), { after: wait });
    });

  it('ends what waits, and undoes it only with rollback', async () => {
    const log: string[] = [];
    const definition = long(log);
    const { workflows, settle } = await scene({ definitions: [definition] });
    const kept = await workflows.start(definition);
    const undone = await workflows.start(definition);
    await settle();
    await workflows.cancel(kept.id, { reason: 'the customer left' });
    await workflows.cancel(undone.id, { rollback: true });
    await settle();
    expect(await workflows.waitFor(kept.id)).toMatchObject({
      status: 'cancelled',
      stop: { cause: 'cancel', reason: 'the customer left' },
    });
    expect((await workflows.waitFor(undone.id)).status).toBe('compensated');
    expect(log).toEqual(['undo pay']);
  });
});

describe('pause and resume (F186)', () => {
  it('start nothing new meanwhile, and add to the input that later steps see', async () => {
    const slow = gate();
    const seen: unknown[] = [];
    const orders = defineWorkflow<{ customer: string; note?: string }>('orders', {}, (w) => {
      const pay = w.step('pay', async () => {
        await slow.passed;
        return 'paid';
      });
      w.step('ship', ({ input, outputs }) => void seen.push(input, outputs(pay)), { after: pay });
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders, { customer: 'ada' });
    await settle();
    await workflows.pause(id);
    slow.open();
    await settle();
    expect((await workflows.getState(id)).run).toMatchObject({
      status: 'paused',
      steps: { pay: { status: 'succeeded' } },
    });
    expect(seen).toEqual([]);
    await workflows.resume(id, { context: { note: 'express' } });
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen).toEqual([{ customer: 'ada', note: 'express' }, 'paid']);
  });
});

describe('a step that still runs when the rollback begins', () => {
  it('is asked to stop, and undone after it has settled', async () => {
    const log: string[] = [];
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step(
        'pay',
        ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              log.push('pay stops');
              resolve('P1');
            });
          }),
        { rollback: () => void log.push('undo pay') },
      );
    });
    const { workflows, clock, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    expect((await workflows.cancel(id, { rollback: true })).status).toBe('stopping');
    const ended = workflows.waitFor(id);
    await clock.advance('2m');
    expect((await ended).status).toBe('compensated');
    expect(log).toEqual(['pay stops', 'undo pay']);
  });
});
