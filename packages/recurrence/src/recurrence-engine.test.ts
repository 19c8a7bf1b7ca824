import { FeatureNotSupported, ScheduleInvalid, trigger, type Trigger } from '@scheduler/contracts';
import type { RecurrenceRequest } from './instants/recurrence.js';
import { createRecurrenceEngine } from './recurrence-engine.js';

const engine = createRecurrenceEngine();
const anchor = new Date('2027-01-01T00:00:00.250Z');

function next(what: Trigger, after: string, bounds: Partial<RecurrenceRequest> = {}): string | null {
  const recurrence = engine.compile({ trigger: what, anchor, startAt: null, endAt: null, ...bounds });
  return recurrence.next(new Date(after))?.toISOString() ?? null;
}

function issueOf(what: unknown, bounds: Partial<RecurrenceRequest> = {}) {
  try {
    next(what as Trigger, '2027-01-01T00:00:00Z', bounds);
  } catch (error) {
    if (error instanceof ScheduleInvalid) return error.issues[0];
    throw error;
  }
  throw new Error('was accepted');
}

describe('once', () => {
  const once = trigger.once(new Date('2030-01-01T00:00:00.123Z'));

  it('has its instant, to the millisecond, and no other', () => {
    expect(next(once, '2027-01-01T00:00:00Z')).toBe('2030-01-01T00:00:00.123Z');
    expect(next(once, '2030-01-01T00:00:00.122Z')).toBe('2030-01-01T00:00:00.123Z');
    expect(next(once, '2030-01-01T00:00:00.123Z')).toBeNull();
  });

  it.each([new Date(Number.NaN), '2030-01-01', null])('is refused for %p', (at) => {
    expect(issueOf({ kind: 'once', at })).toMatchObject({ field: 'trigger.at', value: at });
  });
});

describe('now', () => {
  it('is the anchor, once', () => {
    expect(next(trigger.now(), '2026-12-31T00:00:00Z')).toBe('2027-01-01T00:00:00.250Z');
    expect(next(trigger.now(), '2027-01-01T00:00:00.250Z')).toBeNull();
  });
});

describe('every', () => {
  it('counts from the anchor without drift and keeps its milliseconds', () => {
    expect(next(trigger.every('15m'), '2027-01-01T00:00:00.250Z')).toBe('2027-01-01T00:15:00.250Z');
    expect(next(trigger.every('15m'), '2027-01-01T00:17:30Z')).toBe('2027-01-01T00:30:00.250Z');
    expect(next(trigger.every('7d'), '2037-01-01T00:00:00Z')).toBe('2037-01-02T00:00:00.250Z');
  });

  it('begins with the anchor', () => {
    expect(next(trigger.every('15m'), '2020-01-01T00:00:00Z')).toBe('2027-01-01T00:00:00.250Z');
  });

  it('may have its own anchor (F28)', () => {
    const every = trigger.every('1h', { anchor: new Date('2027-01-01T00:20:00Z') });
    expect(next(every, '2027-01-01T05:00:00Z')).toBe('2027-01-01T05:20:00.000Z');
  });

  it.each([999, 0, -1, 1_500.5, Number.NaN, Infinity, '15m'])('is refused for %p', (durationMs) => {
    expect(issueOf({ kind: 'every', durationMs, anchor: null })).toMatchObject({
      field: 'trigger.durationMs',
    });
  });

  it('ends with the last instant of a Date', () => {
    expect(next(trigger.every('1d'), '+275760-09-12T12:00:00Z')).toBeNull();
  });
});

describe('cron', () => {
  it.each([[], 'a text', null, [42]].map((expressions) => [expressions]))(
    'is refused for %j',
    (expressions) => {
      expect(issueOf({ ...trigger.cron('* * * * *'), expressions })).toMatchObject({
        field: 'trigger.expressions',
      });
    },
  );

  it('is refused for too many expressions', () => {
    const issue = issueOf(trigger.cron(Array.from({ length: 101 }, () => '* * * * *')));
    expect(issue?.problem).toBe('Invalid cron expression: there are 101');
  });

  it('is refused without a policy', () => {
    expect(issueOf({ ...trigger.cron('* * * * *'), dst: undefined })).toMatchObject({
      field: 'trigger.dst.gap',
    });
  });
});

describe('a window', () => {
  const startAt = new Date('2027-01-01T09:00:00Z');
  const endAt = new Date('2027-01-02T09:00:00Z');
  const daily = trigger.cron('0 9 * * *');

  it('includes both of its ends (F46)', () => {
    expect(next(daily, '2026-01-01T00:00:00Z', { startAt })).toBe('2027-01-01T09:00:00.000Z');
    expect(next(daily, '2027-01-01T09:00:00Z', { startAt, endAt })).toBe('2027-01-02T09:00:00.000Z');
    expect(next(daily, '2027-01-02T09:00:00Z', { startAt, endAt })).toBeNull();
  });

  it('does not anchor the steps of cron', () => {
    const bounds = { startAt: new Date('2027-01-01T09:07:00Z') };
    expect(next(trigger.cron('*/15 * * * *'), '2026-01-01T00:00:00Z', bounds)).toBe(
      '2027-01-01T09:15:00.000Z',
    );
  });

  it('counts a run made up after a gap with its real instant', () => {
    const bounds = { endAt: new Date('2027-03-14T06:45:00Z') };
    const inGap = trigger.cron('30 2 * * *', { zone: 'America/New_York' });
    expect(next(inGap, '2027-03-13T12:00:00Z', bounds)).toBeNull();
  });

  it('is refused where it ends before it starts', () => {
    expect(issueOf(daily, { startAt: endAt, endAt: startAt })).toMatchObject({ field: 'endAt' });
  });

  it.each(['startAt', 'endAt'])('is refused for an invalid %s', (field) => {
    expect(issueOf(daily, { [field]: new Date(Number.NaN) })).toMatchObject({ field });
  });
});

describe('triggers without instants', () => {
  it.each([trigger.event('order.paid'), trigger.reboot()])('$kind has none to compute', (what) => {
    expect(() => next(what, '2027-01-01T00:00:00Z')).toThrow(FeatureNotSupported);
    expect(() => next(what, '2027-01-01T00:00:00Z')).toThrow('it has no instants of its own');
  });

  it('refuses an unknown kind', () => {
    expect(issueOf({ kind: 'lunar' })).toMatchObject({ field: 'trigger.kind', value: 'lunar' });
  });
});

it('refuses an invalid request', () => {
  const recurrence = engine.compile({ trigger: trigger.cron('@daily'), anchor, startAt: null, endAt: null });
  expect(() => recurrence.next(new Date(Number.NaN))).toThrow(ScheduleInvalid);
});

describe('a new engine', () => {
  it('asks the system nothing about a zone that another engine knows', () => {
    const berlin = trigger.cron('30 2 * * *', { zone: 'Europe/Berlin' });
    const after = new Date('2027-01-01T00:00:00Z');
    const ask = () =>
      createRecurrenceEngine().compile({ trigger: berlin, anchor, startAt: null, endAt: null }).next(after);
    const expected = ask();
    const questions = jest.spyOn(Intl, 'DateTimeFormat');
    try {
      expect(ask()).toEqual(expected);
      expect(questions).not.toHaveBeenCalled();
    } finally {
      questions.mockRestore();
    }
  });
});
