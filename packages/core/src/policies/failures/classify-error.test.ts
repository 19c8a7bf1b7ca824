import { type ErrorClass, type Recoverable } from '@scheduler/contracts';
import { classifyError, UNCLASSIFIED } from './classify-error.js';

const having = (looks: object, message = 'broken') => Object.assign(new Error(message), looks);
const named = (name: string) => having({ name });

describe('classifyError (F145, F146)', () => {
  it.each<[ErrorClass | null, unknown]>([
    ['retryable', having({ code: 'ECONNREFUSED' })],
    ['retryable', having({ code: 'ETIMEDOUT' })],
    ['retryable', named('AbortError')],
    ['retryable', named('TimeoutError')],
    ['retryable', having({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['retryable', having({ status: 429 })],
    ['retryable', having({ response: { status: 504 } })],
    ['retryable', having({ code: 'rate_limited' })],
    ['transient', having({ code: 'EBUSY' })],
    ['transient', having({ code: '40P01' })],
    ['transient', having({ code: 'SQLITE_BUSY' })],
    ['transient', named('Overloaded')],
    ['degraded', having({ statusCode: 503 })],
    ['degraded', having({ code: 'bad-gateway' })],
    ['degraded', having({ code: 'EHOSTUNREACH' })],
    ['terminal', having({ status: 404 })],
    ['terminal', named('ValidationError')],
    ['terminal', named('ZodError')],
    ['terminal', having({ code: 'UNAUTHORIZED' })],
    ['retryable', new TypeError('fetch failed', { cause: having({ code: 'ECONNRESET' }) })],
    [null, new Error('something')],
    [null, having({ status: 500 })],
    [null, having({ code: 'ENOENT' })],
    [null, 'just a text'],
    [null, null],
  ])('%s: %p', (errorClass, error) => {
    expect(classifyError(error).errorClass).toBe(errorClass);
  });

  it('has limits and delays of their own for the classes', () => {
    const rule = (code: string) => {
      const { retryable, maxRetries, backoff, fallback } = classifyError(having({ code }));
      return [retryable, maxRetries, backoff?.strategy ?? null, backoff?.delayMs ?? null, fallback];
    };
    expect(rule('timeout')).toEqual([true, 5, 'exponential', 1_000, 'dead_letter']);
    expect(rule('busy')).toEqual([true, 3, 'fixed', 1_000, 'dead_letter']);
    expect(rule('service_unavailable')).toEqual([true, 2, 'exponential', 30_000, 'dead_letter']);
    expect(rule('not_found')).toEqual([false, 0, null, null, 'discard']);
    expect(rule('whatever')).toEqual([true, null, null, null, 'dead_letter']);
  });

  it('asks the rule of the application first', () => {
    const own = (error: unknown) => (error instanceof RangeError ? ('terminal' as const) : null);
    expect(classifyError(new RangeError('x'), own).retryable).toBe(false);
    expect(classifyError(having({ code: 'EBUSY' }), own).errorClass).toBe('transient');
  });

  it.each([
    [{ response: { status: 429, headers: { 'retry-after': '30' } } }, 30_000],
    [{ status: 503, headers: new Map([['retry-after', '5']]) }, 5_000],
    [{ status: 429, headers: { 'retry-after': '999999' } }, 3_600_000],
  ])('waits as long as the other side asks: %j', (looks, delayMs) => {
    expect(classifyError(having(looks))).toMatchObject({
      namesDelay: true,
      backoff: { strategy: 'fixed', delayMs },
    });
  });

  it('takes no delay from a header that is none', () => {
    const looks = { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2030 07:28:00 GMT' } };
    expect(classifyError(having(looks))).toMatchObject({ namesDelay: false, backoff: { delayMs: 1_000 } });
  });

  it('survives an error whose properties throw', () => {
    const hostile = {
      get code(): string {
        throw new Error('no');
      },
    };
    expect(classifyError(hostile)).toBe(UNCLASSIFIED);
  });
});

describe('an error that says itself what to do (F148)', () => {
  const saying = (words: Recoverable, looks: object = {}) => classifyError(having({ ...looks, ...words }));

  it('is not retried if it is not recoverable, and becomes a dead letter unless it says otherwise', () => {
    expect(saying({ recoverable: false }, { code: 'ETIMEDOUT' })).toMatchObject({
      retryable: false,
      fallback: 'dead_letter',
    });
    expect(saying({ recoverable: false, fallback: 'discard' }).fallback).toBe('discard');
  });

  it('is retried if it is recoverable, whatever it looks like', () => {
    expect(saying({ recoverable: true }, { status: 404 })).toMatchObject({
      retryable: true,
      maxRetries: null,
    });
  });

  it('names its class, its attempts, its delay and how that grows, and whether it trips a circuit', () => {
    const words = {
      recoverable: true,
      errorClass: 'degraded',
      maxAttempts: 4,
      retryDelay: '2m',
      strategy: 'linear',
      tripsCircuit: false,
    } as const;
    expect(saying(words)).toMatchObject({
      errorClass: 'degraded',
      namesDelay: true,
      namesRetries: true,
      maxRetries: 3,
      backoff: { strategy: 'linear', delayMs: 120_000 },
      tripsCircuit: false,
    });
    expect(saying({ recoverable: true, retryDelay: 5 }).backoff).toMatchObject({
      strategy: 'fixed',
      delayMs: 5,
    });
  });

  it('trips a circuit unless it is terminal', () => {
    expect(saying({ recoverable: true }).tripsCircuit).toBe(true);
    expect(classifyError(having({ status: 404 })).tripsCircuit).toBe(false);
  });
});
