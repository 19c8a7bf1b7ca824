import { ScheduleInvalid, trigger } from '@scheduler/contracts';
import { changesSchema, definitionSchema, enqueueSchema } from './definition-schema.js';
import { readInput } from '../../support/input/read-input.js';

const KNOWN = Object.keys(definitionSchema.shape);
const read = (value: unknown) =>
  readInput({ schema: definitionSchema, value, error: ScheduleInvalid, subject: 'definition', known: KNOWN });
const base = { type: 'export_report', trigger: trigger.every('1h') };
const longText = 'x'.repeat(3_000);

describe('a definition', () => {
  it('needs no more than type and trigger', () => {
    expect(read(base)).toEqual(base);
  });

  it('is read with everything that it can have (F18, F29)', () => {
    const startAt = new Date('2030-01-01T00:00:00Z');
    const full = {
      ...base,
      id: 'order:4711',
      name: 'weekly sales',
      description: 'for the board',
      targetId: 'customer-1',
      payload: { anything: ['at', 'all'] },
      tags: ['a', 'b', 'a'],
      metadata: { x: 1 },
      tenant: 'acme',
      queue: 'reports',
      priority: 'high',
      timeout: '5m',
      maxRetries: 0,
      backoff: { strategy: 'linear', delay: '1s', factor: 1, maxDelay: { minutes: 1 }, jitter: 0.5 },
      allowOverlap: true,
      missedRuns: { policy: 'all', cap: 5, grace: '10s' },
      onExhausted: 'pause',
      startAt,
      endAt: new Date('2031-01-01T00:00:00Z'),
      maxExecutions: 7,
      enabled: false,
      createdBy: 'ann',
    };
    expect(read(full)).toEqual({
      ...full,
      tags: ['a', 'b'],
      priority: 2,
      timeout: 300_000,
      backoff: { strategy: 'linear', delay: 1_000, factor: 1, maxDelay: 60_000, jitter: 0.5 },
      missedRuns: { policy: 'all', cap: 5, grace: 10_000 },
    });
  });

  /** Field, value, and what the message says about it: the problem and what is accepted. */
  it.each<[string, unknown, RegExp]>([
    ['type', '1st', /type: is not a job type, got "1st"; accepted: letters and digits/],
    ['type', 42, /type: is not a job type, got 42; accepted/],
    ['id', 'a b', /id: is not an id, got "a b"; accepted: letters, digits and any of \. _ : -/],
    ['id', `a${longText}`, /id: is too long, got "ax+…; accepted/],
    ['id', 7, /id: is not a text, got 7; accepted/],
    ['name', '', /name: is empty, got ""; accepted: a text of 1 to 255 characters/],
    ['name', 'x'.repeat(256), /name: is too long/],
    ['name', 'a\u0000b', /name: has control characters, got "a\\u0000b"; accepted/],
    ['name', 5, /name: is not a text, got 5; accepted/],
    ['description', longText, /description: is too long, .*1 to 2000 characters/],
    ['tags', 'sales', /tags: is not a list of tags, got "sales"; accepted: a list of texts/],
    ['tags', [1], /tags\.0: is not a text, got 1; accepted/],
    ['tags', ['x'.repeat(101)], /tags\.0: is too long/],
    [
      'tags',
      Array.from({ length: 51 }, (_, i) => `t${i}`),
      /tags: has too many tags.*; accepted: at most 50/,
    ],
    ['tenant', 'a/b', /tenant: is not a tenant, got "a\/b"; accepted/],
    ['queue', '1st', /queue: is not a queue name, got "1st"; accepted: letters, digits, _ and -/],
    ['queue', 'x'.repeat(65), /queue: is not a queue name/],
    ['queue', null, /queue: is not a queue name, got null/],
    ['priority', 10, /priority: is not a priority, got 10; accepted: 0 to 9/],
    ['priority', 'urgent', /priority: is not a priority, got "urgent"; accepted: 0 to 9/],
    ['timeout', -5, /timeout: must not be negative, got -5; accepted: a duration such as/],
    ['timeout', 0, /timeout: must be at least 1 ms, got 0; accepted: a duration/],
    ['timeout', 'soon', /timeout: is not a duration, got "soon"; accepted: a duration/],
    ['maxRetries', -1, /maxRetries: is too small, got -1; accepted: a whole number from 0 to 1000/],
    ['maxRetries', 1.5, /maxRetries: is not a whole number, got 1\.5; accepted/],
    ['maxRetries', 1_001, /maxRetries: is too big, got 1001; accepted/],
    ['maxRetries', '3', /maxRetries: is not a number, got "3"; accepted/],
    [
      'backoff',
      { strategy: 'random' },
      /backoff\.strategy: is not known, got "random"; accepted: fixed, linear/,
    ],
    ['backoff', { delay: -1 }, /backoff\.delay: must not be negative, got -1; accepted/],
    ['backoff', { factor: 0.5 }, /backoff\.factor: is too small, got 0\.5; accepted: 1 or more/],
    ['backoff', { factor: Number.POSITIVE_INFINITY }, /backoff\.factor: is not a number/],
    ['backoff', { jitter: 2 }, /backoff\.jitter: is too big, got 2; accepted: 0 to 1/],
    ['backoff', { jitter: -0.1 }, /backoff\.jitter: is too small, got -0\.1; accepted: 0 to 1/],
    ['backoff', { maxDelay: 'long' }, /backoff\.maxDelay: is not a duration, got "long"; accepted/],
    ['allowOverlap', 'no', /allowOverlap: is not a boolean, got "no"; accepted: true or false/],
    ['overlap', 'allow', /overlap: is not known, got "allow"; accepted: skip, queue/],
    ['overlap', null, /overlap/],
    [
      'missedRuns',
      'some',
      /missedRuns: is not a missed-run policy, got "some"; accepted: 'skip', 'latest', 'all'/,
    ],
    ['onExhausted', 'stop', /onExhausted: is not known, got "stop"; accepted: continue, pause/],
    ['startAt', '2030-01-01', /startAt: is not a valid date, got "2030-01-01"; accepted: a Date/],
    ['endAt', new Date(Number.NaN), /endAt: is not a valid date, got an invalid date; accepted: a Date/],
    ['maxExecutions', 0, /maxExecutions: is too small, got 0; accepted: a whole number from 1/],
    ['enabled', 1, /enabled: is not a boolean, got 1; accepted: true or false/],
  ])('refuses %s: %p', (field, value, message) => {
    expect(() => read({ ...base, [field]: value })).toThrow(ScheduleInvalid);
    expect(() => read({ ...base, [field]: value })).toThrow(message);
  });

  it('names what is missing', () => {
    expect(() => read({ trigger: trigger.now() })).toThrow('type: is not a job type; accepted');
    expect(() => read({ type: 'a' })).toThrow('trigger: is not a');
  });

  it.each([undefined, null, 'text', 42, []])('refuses %p as a whole', (value) => {
    expect(() => read(value)).toThrow(/^definition: is not an object.*; accepted: \{ type, trigger, … \}/);
  });

  it('refuses a name that it does not know, and suggests the one that was meant', () => {
    const given = { ...base, triger: 1, timeOut: 2, unrelatedThing: 3 };
    expect(() => read(given)).toThrow("triger: is not known; did you mean 'trigger'?; accepted: type, id");
    expect(() => read(given)).toThrow("timeOut: is not known; did you mean 'timeout'?");
    expect(() => read(given)).toThrow('unrelatedThing: is not known; accepted: type');
  });

  it('names everything that is wrong at once', () => {
    try {
      read({ ...base, type: '1st', timeout: -1, queue: '', banana: 1 });
      throw new Error('was accepted');
    } catch (error) {
      const { issues } = error as ScheduleInvalid;
      expect(issues.map(({ field }) => field).sort()).toEqual(['banana', 'queue', 'timeout', 'type']);
    }
  });

  it('takes a date of another realm', () => {
    const foreign = structuredClone(new Date(0));
    expect(read({ ...base, startAt: foreign }).startAt).toEqual(new Date(0));
  });
});

describe('changes', () => {
  const readChanges = (value: unknown) =>
    readInput({ schema: changesSchema, value, error: ScheduleInvalid, subject: 'changes' });

  it('may be none, and may take an optional value away', () => {
    expect(readChanges({})).toEqual({});
    const away = { description: null, targetId: null, startAt: null, endAt: null, maxExecutions: null };
    expect(readChanges(away)).toEqual(away);
  });

  it.each(['type', 'id', 'tenant', 'createdBy', 'enabled', 'status'])('never touch %s', (field) => {
    expect(() => readChanges({ [field]: 'x' })).toThrow(`${field}: is not known`);
  });

  it.each([
    ['name', null],
    ['queue', ''],
    ['tags', null],
    ['timeout', null],
  ])('refuse %s: %p', (field, value) => {
    expect(() => readChanges({ [field]: value })).toThrow(ScheduleInvalid);
  });
});

describe('an enqueue request', () => {
  const readRequest = (value: unknown) =>
    readInput({ schema: enqueueSchema, value, error: ScheduleInvalid, subject: 'request' });

  it('needs no more than a type', () => {
    expect(readRequest({ type: 'mail' })).toEqual({ type: 'mail' });
    const runAt = new Date(0);
    expect(readRequest({ type: 'mail', runAt, priority: 0 })).toEqual({ type: 'mail', runAt, priority: 0 });
  });

  it.each(['trigger', 'name', 'startAt', 'maxExecutions', 'allowOverlap'])('has no %s', (field) => {
    expect(() => readRequest({ type: 'mail', [field]: 1 })).toThrow(`${field}: is not known`);
  });

  it('refuses a runAt that is no date', () => {
    expect(() => readRequest({ type: 'mail', runAt: 'soon' })).toThrow(
      'runAt: is not a valid date, got "soon"',
    );
  });
});
