import { FeatureNotSupported, PayloadInvalid, ResultInvalid, ScheduleInvalid } from '../errors/errors.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob } from '../handlers/job-handler.js';
import { JobResult } from '../handlers/job-result.js';
import { jobType } from '../values/job-type.js';
import type { JsonObject } from '../values/json.js';
import { invoiceSchema, receiptSchema, Refused, schemaOf } from '../test-support/schemas.js';
import { trigger } from '../jobs/trigger.js';
import { defineJob } from './define-job.js';
import type { StandardSchema } from './standard-schema.js';

const bill = defineJob({ type: 'bill', payload: invoiceSchema, result: receiptSchema });
const payload = { customer: 'acme', dueOn: '2030-01-31' };
const context = { attempt: 1 } as JobContext;

function job(stored: unknown, metadata: JsonObject = {}): HandledJob {
  const work = { id: null, name: null, targetId: null, tags: [], tenant: null };
  return { ...work, type: jobType('bill'), payload: stored, metadata };
}

describe('defineJob (F18, F82)', () => {
  it('creates requests for the scheduler, with the payload as it was given', () => {
    expect(bill.request(payload)).toEqual({ type: 'bill', payload, metadata: { payload_version: 1 } });
    expect(bill.scheduled({ name: 'monthly', trigger: trigger.every('1h'), payload })).toEqual({
      type: 'bill',
      name: 'monthly',
      trigger: trigger.every('1h'),
      payload,
      metadata: { payload_version: 1 },
    });
  });

  it('accepts an id of the caller (F17), and schedules as not enabled (F19)', () => {
    expect(bill.request(payload, { id: 'mine' }).id).toBe('mine');
    expect(bill.scheduled({ trigger: trigger.now(), payload, enabled: false }).enabled).toBe(false);
  });

  it('has defaults that a request can override, and metadata that are merged', () => {
    const defaults = { queue: 'mail', maxRetries: 5, tags: ['a'], metadata: { team: 'x', cost: 1 } };
    const { request, scheduled } = defineJob({ type: 'bill', payload: invoiceSchema, defaults });
    expect(request(payload, { maxRetries: 1, queue: undefined, metadata: { cost: 2 } })).toMatchObject({
      queue: 'mail',
      maxRetries: 1,
      tags: ['a'],
      metadata: { team: 'x', cost: 2, payload_version: 1 },
    });
    expect(scheduled({ payload, trigger: trigger.now(), tags: [] })).toMatchObject({
      queue: 'mail',
      tags: [],
    });
  });

  it('refuses a payload that does not fit, with everything that is wrong (F75)', () => {
    const wrong = { customer: 7, dueOn: 'soon' } as never;
    const message = 'payload.customer: is not a text, got 7; payload.dueOn: is not a day, got "soon"';
    expect(() => bill.request(wrong)).toThrow(PayloadInvalid);
    expect(() => bill.request(wrong)).toThrow(message);
    expect(() => bill.scheduled({ trigger: trigger.now(), payload: wrong })).toThrow(message);
    expect(() => bill.changes({ metadata: {} }, { payload: wrong })).toThrow(message);
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(bill)).toBe(true);
    expect(Object.isFrozen(bill.defaults)).toBe(true);
  });

  it('refuses an invalid type and an invalid schema', () => {
    expect(() => defineJob({ type: 'not good' })).toThrow(ScheduleInvalid);
    const schema = { parse: () => 1 } as unknown as StandardSchema;
    expect(() => defineJob({ type: 'bill', payload: schema })).toThrow(/^payload: is not a Standard Schema/);
    expect(() => defineJob({ type: 'bill', result: schema })).toThrow(/^result: is not a Standard Schema/);
  });

  it('without a schema has no payload', () => {
    const ping = defineJob({ type: 'ping' });
    expect(ping.request()).toEqual({ type: 'ping', payload: undefined, metadata: { payload_version: 1 } });
    expect(ping.payloadOf({ payload: null, metadata: {} })).toBeNull();
    expect(ping.payloadOf({ payload: {}, metadata: {} })).toBeNull();
    expect(() => ping.validate({ a: 1 }, { metadata: {} })).toThrow('ping is defined without a payload');
  });

  it('accepts a missing payload if its schema does, although it is stored as null', () => {
    const optional = schemaOf<string | undefined>((value) => {
      if (value !== undefined && typeof value !== 'string') throw new Refused([{ message: 'is no text' }]);
      return value;
    });
    const greet = defineJob({ type: 'greet', payload: optional, result: optional });
    expect(greet.request().payload).toBeUndefined();
    expect(greet.payloadOf({ payload: null, metadata: {} })).toBeUndefined();
    expect(() => greet.validate(5)).toThrow('payload: is no text, got 5');
  });

  it('refuses an asynchronous schema', async () => {
    const later: StandardSchema<string> = {
      '~standard': { version: 1, vendor: 'slow', validate: () => Promise.reject(new Error('late')) },
    };
    const slow = defineJob({ type: 'slow', payload: later });
    expect(() => slow.request('x')).toThrow(FeatureNotSupported);
    expect(() => slow.request('x')).toThrow('an asynchronous schema (payload of slow) is not supported');
    await Promise.resolve();
  });
});

describe('the handler of a typed job (F74, F80)', () => {
  it('gets the payload as the schema reads it', async () => {
    const seen: unknown[] = [];
    const handler = bill.handler(({ payload: read, type }, { attempt }) => {
      seen.push(type, read.customer, read.dueOn.getUTCFullYear(), attempt);
      return { number: 1 };
    });
    expect(await handler.handle(job(payload), context)).toEqual(JobResult.success({ number: 1 }));
    expect(seen).toEqual(['bill', 'acme', 2030, 1]);
  });

  it('supports its type, validates, and has a backoff if one was given (F77)', () => {
    const handler = bill.handler({ handle: () => ({ number: 1 }), backoff: (retry) => retry * 10 });
    expect(handler.types).toEqual(['bill']);
    expect(handler.supports(jobType('bill'))).toBe(true);
    expect(handler.backoff?.(2)).toBe(20);
    expect('backoff' in bill.handler(() => ({ number: 1 }))).toBe(false);
    expect(() => handler.validate?.({}, { metadata: {} })).toThrow(PayloadInvalid);
    expect(() => handler.validate?.(payload)).not.toThrow();
  });

  it('may return any JobResult (F72, F78)', async () => {
    const answers = [
      JobResult.success({ number: 2 }),
      JobResult.failure({ error: 'no', retry: true }),
      JobResult.snoozed('5m'),
      JobResult.cancelled(),
      JobResult.discarded(),
    ];
    for (const answer of answers)
      expect(await bill.handler(() => answer).handle(job(payload), context)).toBe(answer);
  });

  it.each([
    ['a value', { number: 'seven' }],
    ['a success', JobResult.success({ number: 'seven' })],
  ])('fails for good with a result that was not declared: %s', async (_title, wrong) => {
    const answer = await bill.handler(() => wrong as never).handle(job(payload), context);
    expect(answer).toEqual({ kind: 'failed', retry: false, delay: null, error: expect.any(ResultInvalid) });
    expect(String((answer as { error: unknown }).error)).toContain(
      'result.number of bill: is not a number, got "seven"',
    );
  });

  it('fails for good when a result is missing', async () => {
    const answer = await bill.handler(() => undefined as never).handle(job(payload), context);
    expect(answer).toMatchObject({ kind: 'failed', retry: false });
  });

  it('behaves like any handler when no result is declared', async () => {
    const free = defineJob({ type: 'free' });
    expect(await free.handler(() => undefined).handle(job(null), context)).toBeUndefined();
    const success = JobResult.success({ anything: 1 });
    expect(await free.handler(() => success).handle(job(null), context)).toBe(success);
  });
});

describe('the stored work of a typed job', () => {
  it('is read by its types', () => {
    expect(bill.payloadOf({ payload, metadata: {} }).dueOn).toEqual(new Date('2030-01-31'));
    expect(bill.resultOf({ status: 'success', output: { number: 3 } })).toEqual({ number: 3 });
    expect(bill.resultOf({ status: 'failed', output: null })).toBeNull();
    expect(() => bill.resultOf({ status: 'success', output: {} })).toThrow(ResultInvalid);
  });

  it('is changed together with the version of its payload', () => {
    const stored = { metadata: { team: 'x' } };
    expect(bill.changes(stored, { payload, name: 'other' })).toEqual({
      name: 'other',
      payload,
      metadata: { team: 'x', payload_version: 1 },
    });
    expect(bill.changes(stored, { payload, metadata: {} }).metadata).toEqual({ payload_version: 1 });
    expect(defineJob({ type: 'ping' }).changes(stored, {}).payload).toBeNull();
  });
});
