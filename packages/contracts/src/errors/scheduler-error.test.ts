import type * as Errors from './errors.js';
import { PayloadInvalid, ScheduleInvalid } from './errors.js';
import { formatIssue, isSchedulerError, showValue } from './scheduler-error.js';

describe('isSchedulerError', () => {
  it('recognizes an error of another copy of this package, which instanceof does not', () => {
    let copy: typeof Errors | undefined;
    jest.isolateModules(() => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the only way to load a second copy
      copy = require('./errors') as typeof Errors;
    });
    const foreign = new copy!.ScheduleInvalid({ field: 'a', value: 1, problem: 'is wrong' });
    expect(foreign).not.toBeInstanceOf(ScheduleInvalid);
    expect(isSchedulerError(foreign)).toBe(true);
    expect(foreign.code).toBe('SCHEDULE_INVALID');
  });

  it.each<[unknown]>([
    [new Error('SCHEDULE_INVALID')],
    [{ code: 'SCHEDULE_INVALID', name: 'ScheduleInvalid' }],
    ['SCHEDULE_INVALID'],
    [null],
    [undefined],
  ])('does not take %p for one', (value) => {
    expect(isSchedulerError(value)).toBe(false);
  });
});

describe('InputError', () => {
  it('keeps one issue as a list', () => {
    const issue = { field: 'name', value: '', problem: 'is empty' };
    expect(new ScheduleInvalid(issue).issues).toEqual([issue]);
  });

  it('names every issue of several', () => {
    const error = new ScheduleInvalid([
      { field: 'name', value: '', problem: 'is empty', accepted: 'a text' },
      { field: 'timeout', value: -1, problem: 'must not be negative' },
    ]);
    expect(error.message).toBe(
      'name: is empty, got ""; accepted: a text; timeout: must not be negative, got -1',
    );
    expect(error.issues).toHaveLength(2);
  });

  it('keeps its cause', () => {
    const cause = new Error('zip code missing');
    expect(new PayloadInvalid({ field: 'payload', value: undefined, problem: 'x' }, { cause }).cause).toBe(
      cause,
    );
  });
});

describe('formatIssue', () => {
  it.each([
    [{ field: 'a', value: undefined, problem: 'is missing' }, 'a: is missing'],
    [{ field: 'a', value: null, problem: 'is wrong' }, 'a: is wrong, got null'],
    [
      { field: 'a', value: 0, problem: 'is wrong', accepted: '1 or 2' },
      'a: is wrong, got 0; accepted: 1 or 2',
    ],
    [{ field: 'a', value: undefined, problem: 'is missing', accepted: 'x' }, 'a: is missing; accepted: x'],
  ])('%j', (issue, text) => {
    expect(formatIssue(issue)).toBe(text);
  });
});

describe('showValue', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  it.each<[unknown, string]>([
    ['a "text"', '"a \\"text\\""'],
    ['line\nbreak\u0000', '"line\\nbreak\\u0000"'],
    ['\u007f\u0085', '"��"'],
    [42, '42'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [10n, '10n'],
    [() => 1, 'a function'],
    [Symbol('s'), 'Symbol(s)'],
    [{ a: [1] }, '{"a":[1]}'],
    [new Date(Date.UTC(2030, 0, 1)), '2030-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), 'an invalid date'],
    [cyclic, 'a value that is not JSON'],
    [{ big: 1n }, 'a value that is not JSON'],
  ])('shows %p', (value, text) => {
    expect(showValue(value)).toBe(text);
  });

  it('cuts what is longer than 80 characters', () => {
    expect(showValue('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`);
    expect(showValue('x'.repeat(79))).toBe(`"${'x'.repeat(79)}…`);
    expect(showValue({ text: 'x'.repeat(10_000) })).toHaveLength(81);
  });
});
