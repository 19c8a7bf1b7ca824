import { ScheduleInvalid } from '@scheduler/contracts';
import { toExecutionError } from './execution-error.js';

describe('toExecutionError', () => {
  it('keeps name, message, code and stack', () => {
    const error = Object.assign(new TypeError('smtp is down'), { code: 'ECONNREFUSED' });
    expect(toExecutionError(error, 'retryable')).toEqual({
      errorClass: 'retryable',
      name: 'TypeError',
      message: 'smtp is down',
      code: 'ECONNREFUSED',
      stack: error.stack,
    });
  });

  it('keeps the code of a scheduler error', () => {
    const error = new ScheduleInvalid({ field: 'a', value: 1, problem: 'is wrong' });
    expect(toExecutionError(error)).toMatchObject({ name: 'ScheduleInvalid', code: 'SCHEDULE_INVALID' });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  it.each<[unknown, object]>([
    ['a text', { name: 'Error', message: 'a text', code: null, stack: null, errorClass: null }],
    [42, { name: 'Error', message: '42' }],
    [null, { name: 'Error', message: 'null' }],
    [undefined, { name: 'Error', message: 'undefined' }],
    [Symbol('s'), { name: 'Error', message: 'Symbol(s)' }],
    [{}, { name: 'Error', message: '{}', code: null, stack: null, errorClass: null }],
    [{ reason: 'quota' }, { name: 'Error', message: '{"reason":"quota"}' }],
    [
      { name: 5, message: 5, code: {}, stack: 5 },
      { name: 'Error', code: null, stack: null, errorClass: null },
    ],
    [
      { message: 'm', code: 429 },
      { message: 'm', code: '429' },
    ],
    [cyclic, { message: 'an error that cannot be shown' }],
    [Object.create(null), { message: '{}' }],
    [{ toJSON: () => undefined }, { message: '[object Object]' }],
  ])('makes an error of whatever was thrown: %p', (thrown, expected) => {
    expect(toExecutionError(thrown)).toMatchObject(expected);
  });

  it('makes an error even of one that cannot be read', () => {
    const thrown = {
      get message(): string {
        throw new Error('boom');
      },
    };
    expect(toExecutionError(thrown)).toEqual({
      name: 'Error',
      message: 'an error that cannot be read',
      code: null,
      stack: null,
      errorClass: null,
    });
  });

  it('caps message, stack, name and code', () => {
    const long = 'x'.repeat(100_000);
    const capped = toExecutionError({ name: long, message: long, code: long, stack: long });
    expect(capped.message).toBe(`${'x'.repeat(2_000)}…`);
    expect(capped.stack).toBe(`${'x'.repeat(8_000)}…`);
    expect(capped.name).toHaveLength(2_001);
    expect(capped.code).toHaveLength(2_001);
    expect(toExecutionError(new Error('x'.repeat(2_000))).message).toHaveLength(2_000);
  });

  it.each([
    ['cannot connect to postgres://bob:hunter2@db:5432/app', 'cannot connect to postgres://***@db:5432/app'],
    ['redis://:hunter2@cache failed', 'redis://***@cache failed'],
    ['HTTPS://bob:hunter2@host/path and mysql://a:b@c', 'HTTPS://***@host/path and mysql://***@c'],
    ['see https://host/path?mail=a@b', 'see https://host/path?mail=a@b'],
    ['mail bob@example.org', 'mail bob@example.org'],
    ['postgres://bob:p@ss/hunter2@db:5432/app is away', 'postgres://***@db:5432/app is away'],
    ['postgres://bob:1/hunter2@db', 'postgres://***@db'],
    ['mysql://bob:#hunter2?@db/app', 'mysql://***@db/app'],
    ['https://hunter2@host/path', 'https://***@host/path'],
    [
      'see https://host:8080/@types/x and wss://[::1]/a@b',
      'see https://host:8080/@types/x and wss://[::1]/a@b',
    ],
    ['tried http://a/b,redis://:hunter2@cache', 'tried http://a/b,redis://***@cache'],
  ])('takes credentials out of %p (F252)', (message, expected) => {
    const error = new Error(message);
    expect(toExecutionError(error).message).toBe(expected);
    expect(toExecutionError(error).stack).not.toContain('hunter2');
    expect(toExecutionError(message).message).toBe(expected);
    expect(toExecutionError({ url: message }).message).not.toContain('hunter2');
  });

  it.each(['a://', 'a.', 'a:b/', '@'])('reads a long text of %p in no time', (part) => {
    const message = part.repeat(200_000);
    expect(toExecutionError(message).message).toHaveLength(2_001);
  });
});
