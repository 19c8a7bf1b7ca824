import { jobType } from '@scheduler/contracts';
import type { AcquireTokens, RateLimitRepository } from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '../../config/config-schema.js';
import { loadConfig } from '../../config/load-config.js';
import { ALL_RUN } from '../gates/gate.js';
import { fakePort } from '../../test-support/fake-port.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import { sampleExecution } from '../../test-support/samples.js';
import { RateLimitBuckets } from './rate-limit-buckets.js';
import { RateLimitGate } from './rate-limit-gate.js';

type Limits = NonNullable<SchedulerConfigInput['rateLimits']>;

/** A gate on a store that has so many tokens in every bucket. */
function gateOn(limits: Limits, tokens: number, answers: Partial<RateLimitRepository> = {}) {
  const clock = new ManualClock();
  const logger = new RecordingLogger();
  const rateLimits = fakePort<RateLimitRepository>({
    acquire: async ({ wanted }) => ({ granted: Math.min(wanted, tokens), retryAfterMs: 600, left: 0 }),
    giveBack: async () => undefined,
    ...answers,
  });
  const gate = new RateLimitGate({
    buckets: new RateLimitBuckets(loadConfig({ config: { rateLimits: limits } }).rateLimits),
    rateLimits,
    clock,
    randomness: { next: () => 0 },
    logger,
  });
  const asked = () =>
    (rateLimits.of('acquire') as AcquireTokens[]).map(({ buckets, wanted }) => [
      buckets.map(({ key }) => key).join(' '),
      wanted,
    ]);
  const returned = () =>
    (rateLimits.of('giveBack') as Parameters<RateLimitRepository['giveBack']>[0][]).map(({ tokens: back }) =>
      back.map(({ bucket, count }) => [bucket.key, count]),
    );
  return { gate, clock, logger, asked, returned };
}

const mails = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleExecution({ id: `m${index}`, type: jobType('mail'), queue: 'default' }),
  );

const ofDefault = new Set(['default']);
const ofNone = new Set<string>();

describe('RateLimitGate, before a claim (F161)', () => {
  const limits: Limits = { queues: { mails: '100/m' }, global: '5000/m' };

  it('takes tokens of the queue and of all work in one step, and gives back what was not claimed', async () => {
    const { gate, asked, returned } = gateOn(limits, 3);
    const reservation = await gate.reserve({ queue: 'mails', wanted: 5 });
    expect(reservation).toMatchObject({ granted: 3, retryAfterMs: 600 });
    await reservation?.giveBack(2);
    expect(asked()).toEqual([['queue:mails global', 5]]);
    expect(returned()).toEqual([
      [
        ['queue:mails', 2],
        ['global', 2],
      ],
    ]);
  });

  it('asks nobody about a queue without a limit', async () => {
    const { gate, asked } = gateOn({ queues: { mails: '100/m' } }, 0);
    expect(await gate.reserve({ queue: 'reports', wanted: 5 })).toBeNull();
    expect(asked()).toEqual([]);
  });

  it('does not ask again before a token is expected', async () => {
    const { gate, clock, asked } = gateOn(limits, 0);
    await gate.reserve({ queue: 'mails', wanted: 5 });
    await clock.advance(200);
    expect(await gate.reserve({ queue: 'mails', wanted: 5 })).toMatchObject({
      granted: 0,
      retryAfterMs: 400,
    });
    expect(asked()).toHaveLength(1);
    await clock.advance(400);
    await gate.reserve({ queue: 'mails', wanted: 5 });
    expect(asked()).toHaveLength(2);
  });

  it('asks within a second even if the next token is far away: another node may give tokens back', async () => {
    const acquire = async () => ({ granted: 0, retryAfterMs: 360_000, left: 0 });
    const { gate, clock, asked } = gateOn({ queues: { mails: '10/h' } }, 0, { acquire });
    await gate.reserve({ queue: 'mails', wanted: 5 });
    await clock.advance(1_000);
    await gate.reserve({ queue: 'mails', wanted: 5 });
    expect(asked()).toHaveLength(2);
  });

  it('leaves it to the admission where plenty were left a moment ago', async () => {
    let left = 50;
    const acquire = async ({ wanted }: AcquireTokens) => ({ granted: wanted, retryAfterMs: 0, left });
    const { gate, clock, asked } = gateOn({ types: { mail: '60/m' }, global: '100/m' }, 0, { acquire });
    const reserve = async (wanted: number) =>
      (await gate.reserve({ queue: 'default', wanted }))?.granted ?? null;
    expect(await reserve(5)).toBe(5);
    expect([await reserve(5), await reserve(6)]).toEqual([null, 6]);
    left = 49;
    await gate.admit(mails(5), { reserved: ofNone });
    expect(asked()).toEqual([
      ['global', 5],
      ['global', 6],
      ['type:mail global', 5],
    ]);
    expect(await reserve(5)).toBe(5);
    expect(asked()[3]).toEqual(['global', 5]);
    await clock.advance(1_001);
    await reserve(4);
    expect(asked()[4]).toEqual(['global', 4]);
  });

  it('loses nobody where tokens cannot be given back: they come back by themselves', async () => {
    const giveBack = () => Promise.reject(new Error('connection lost'));
    const { gate, logger } = gateOn(limits, 3, { giveBack });
    await (await gate.reserve({ queue: 'mails', wanted: 5 }))?.giveBack(3);
    expect(logger.lines).toMatchObject([{ level: 'warn', message: 'tokens were not given back' }]);
  });
});

describe('RateLimitGate, while a claim is under way (F161)', () => {
  const limits: Limits = { types: { mail: '60/m' }, global: '100/m' };

  /** Plenty are left, and the last claim was mails. */
  async function guessing(grants: (request: AcquireTokens) => number = ({ wanted }) => wanted) {
    const acquire = async (request: AcquireTokens) => ({
      granted: grants(request),
      retryAfterMs: 0,
      left: 90,
    });
    const on = gateOn(limits, 0, { acquire });
    await on.gate.admit(mails(1), { reserved: ofNone });
    return { ...on, before: on.asked().length };
  }

  it('takes the tokens of the usual type with those of the queue, and asks for nothing afterwards', async () => {
    const { gate, asked, returned } = await guessing();
    const reservation = await gate.reserve({ queue: 'default', wanted: 5 });
    expect(reservation?.granted).toBe(5);
    await reservation?.giveBack(2);
    expect(await gate.admit(mails(3), { reserved: ofDefault })).toBe(ALL_RUN);
    expect(asked().slice(1)).toEqual([['type:mail global', 5]]);
    expect(returned()).toEqual([
      [
        ['type:mail', 2],
        ['global', 2],
      ],
    ]);
  });

  it('gives back the tokens of the type for those of other types', async () => {
    const { gate, asked, returned } = await guessing();
    await gate.reserve({ queue: 'default', wanted: 2 });
    const other = sampleExecution({ id: 's', type: jobType('sms'), queue: 'default' });
    await gate.admit([...mails(1), other], { reserved: ofDefault });
    expect(returned()).toEqual([[['type:mail', 1]]]);
    await gate.reserve({ queue: 'default', wanted: 2 });
    expect(asked().slice(2)).toEqual([]);
  });

  it('asks again where they were not all there, and lets wait what gets none', async () => {
    const { gate, asked, returned } = await guessing(({ wanted, least }) => (least > 1 ? 0 : wanted - 1));
    await gate.reserve({ queue: 'default', wanted: 5 });
    const answers = await gate.admit(mails(5), { reserved: ofDefault });
    expect(answers.filter((answer) => answer === 'run')).toHaveLength(4);
    expect(asked().slice(1)).toEqual([
      ['type:mail global', 5],
      ['type:mail global', 5],
    ]);
    expect(returned()).toEqual([]);
  });

  it('asks again where the store did not answer', async () => {
    let fails = false;
    const { gate, asked } = await guessing(({ wanted }) => {
      if (!fails) return wanted;
      fails = false;
      throw new Error('connection lost');
    });
    fails = true;
    await gate.reserve({ queue: 'default', wanted: 2 });
    expect(await gate.admit(mails(2), { reserved: ofDefault })).toEqual(['run', 'run']);
    expect(asked()).toHaveLength(3);
  });

  it('gives back all tokens of those that another gate let wait before it was asked', async () => {
    const { gate, returned } = await guessing();
    await gate.reserve({ queue: 'default', wanted: 1 });
    await gate.withdraw(mails(1), { reserved: ofDefault, admitted: false });
    expect(returned()).toEqual([
      [
        ['type:mail', 1],
        ['global', 1],
      ],
    ]);
  });
});

describe('RateLimitGate, after a claim (F161, F162)', () => {
  it('lets the first ones run, and sends the others to the instants at which their tokens are expected', async () => {
    const { gate, asked } = gateOn({ types: { mail: '60/m' } }, 2);
    const waiting = (delayMs: number) => ({
      delayMs,
      reason: 'rate_limited',
      message: 'type mail: 60 in 1m',
    });
    expect(await gate.admit(mails(4), { reserved: ofDefault })).toEqual([
      'run',
      'run',
      waiting(600),
      waiting(1_600),
    ]);
    expect(asked()).toEqual([['type:mail', 4]]);
  });

  it('gives back what was reserved for those that wait', async () => {
    const { gate, returned } = gateOn(
      { types: { mail: '60/m' }, queues: { default: '100/m' }, global: '1/s' },
      1,
    );
    await gate.admit(mails(3), { reserved: ofDefault });
    expect(returned()).toEqual([
      [
        ['queue:default', 2],
        ['global', 2],
      ],
    ]);
  });

  it('asks for all tokens of executions that messages named', async () => {
    const { gate, asked, returned } = gateOn({ types: { mail: '60/m' }, global: '1/s' }, 1);
    await gate.admit(mails(2), { reserved: ofNone });
    expect(asked()).toEqual([['type:mail global', 2]]);
    expect(returned()).toEqual([]);
  });

  it('has a say about limited types and queues only', () => {
    const { gate } = gateOn({ types: { mail: '60/m' }, queues: { exports: '1/s' } }, 1);
    const concerns = (type: string, queue: string) =>
      gate.appliesTo(sampleExecution({ type: jobType(type), queue }));
    expect([concerns('mail', 'default'), concerns('sms', 'exports'), concerns('sms', 'default')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('gives back what another gate let wait', async () => {
    const { gate, returned } = gateOn({ types: { mail: '60/m' }, global: '1/s' }, 9);
    await gate.withdraw(mails(2), { reserved: ofDefault, admitted: false });
    await gate.withdraw(mails(2), { reserved: ofNone, admitted: true });
    await gate.withdraw(mails(2), { reserved: ofNone, admitted: false });
    expect(returned()).toEqual([
      [['global', 2]],
      [
        ['global', 2],
        ['type:mail', 2],
      ],
    ]);
  });
});
