import { ScheduleInvalid } from '../errors/errors.js';
import type { JobContext } from './job-context.js';
import { defineHandler, type HandledJob } from './job-handler.js';
import { JobResult } from './job-result.js';
import { jobType } from '../values/job-type.js';

const handle = () => JobResult.success();

describe('defineHandler (F77)', () => {
  it('supports the one type that it names', () => {
    const handler = defineHandler({ type: 'say_hello', handle });
    expect(handler.types).toEqual(['say_hello']);
    expect(handler.supports(jobType('say_hello'))).toBe(true);
    expect(handler.supports(jobType('say_goodbye'))).toBe(false);
  });

  it('supports every type of a list, and does not follow later changes of that list', () => {
    const types = ['a', 'b'];
    const handler = defineHandler({ type: types, handle });
    types.push('c');
    expect(handler.types).toEqual(['a', 'b']);
    expect(handler.supports(jobType('b'))).toBe(true);
    expect(handler.supports(jobType('c'))).toBe(false);
  });

  it('creates a handler from a function, which gets job and context with its signal, and returns its answer (F73)', async () => {
    const seen: unknown[] = [];
    const { signal } = new AbortController();
    const handler = defineHandler<string>({
      type: 'say_hello',
      handle: (job, context) => {
        seen.push(job.payload, context.attempt, context.signal);
        return JobResult.success('hello');
      },
    });
    const job = { payload: 'world' } as HandledJob<string>;
    expect(await handler.handle(job, { attempt: 2, signal } as JobContext)).toEqual(
      JobResult.success('hello'),
    );
    expect(seen).toEqual(['world', 2, signal]);
  });

  it('has validate and backoff only if they were given (F75, F139)', () => {
    const plain = defineHandler({ type: 'a', handle });
    expect('validate' in plain).toBe(false);
    expect('backoff' in plain).toBe(false);
    const validate = () => undefined;
    const backoff = (retry: number) => retry * 1_000;
    const full = defineHandler({ type: 'a', handle, validate, backoff });
    expect(full.validate).toBe(validate);
    expect(full.backoff?.(3)).toBe(3_000);
  });

  it.each<[string | string[], string]>([
    ['1st', '"1st"'],
    [['good', 'not good'], '"not good"'],
    [[], '[]'],
  ])('refuses the type %j', (type, shown) => {
    expect(() => defineHandler({ type, handle })).toThrow(ScheduleInvalid);
    expect(() => defineHandler({ type, handle })).toThrow(`type: is not a job type, got ${shown}`);
  });
});
