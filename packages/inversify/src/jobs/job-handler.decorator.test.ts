import 'reflect-metadata';
import {
  type Clock,
  defineJob,
  type HandledJob,
  type JobContext,
  JobResult,
  type StandardSchema,
} from '@scheduler/contracts';
import { ContainerModule, inject, injectable } from 'inversify';
import { application, at } from '../test-support/application.js';
import { CLOCK, SCHEDULER } from '../container/tokens.js';
import { bindJobClass, jobClasses } from './bind-job-class.js';
import { jobHandler } from '@scheduler/core';

describe('@jobHandler', () => {
  it('makes a class the handler of its types, with validate and backoff', async () => {
    @jobHandler(['greet', 'wave'])
    @injectable()
    class Greeter {
      constructor(@inject(CLOCK) private readonly clock: Clock) {}
      validate(payload: unknown): void {
        if (payload === null) throw new Error('nobody to greet');
      }
      backoff(retry: number): number {
        return retry * 1_000;
      }
      handle(given: HandledJob<string>, { attempt }: JobContext): JobResult {
        if (attempt === 1) return JobResult.failure({ error: new Error('shy') });
        return JobResult.success(`${given.type} ${given.payload} ${this.clock.now().toISOString()}`);
      }
    }
    const { node, runUntil, container } = application(
      new ContainerModule(({ bind }) => bindJobClass(bind, Greeter)),
    );
    await expect(container.get(SCHEDULER).enqueue({ type: 'greet' })).rejects.toThrow(/nobody to greet/);
    const { id } = await container.get(SCHEDULER).enqueue({ type: 'wave', payload: 'Ada' });
    await runUntil('00:00:00');
    expect(await node().scheduler.getExecution(id)).toMatchObject({ availableAt: at('00:00:01') });
    await runUntil('00:00:01');
    expect((await node().scheduler.getExecution(id)).output).toBe('wave Ada 2030-01-01T00:00:01.000Z');
    expect(node().declared.definitions).toBeNull();
  });

  it('takes a definition of a type, which creates the handler', async () => {
    const text = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) =>
          typeof value === 'string' ? { value: `read ${value}` } : { issues: [{ message: 'is no text' }] },
      },
    } as const;
    const number = { '~standard': { ...text['~standard'], validate: (value: unknown) => ({ value }) } };
    const typed = defineJob({ type: 'typed', payload: text as StandardSchema<string, string> });
    @jobHandler(typed)
    class Typed {
      handle({ payload }: HandledJob<string>): JobResult {
        return JobResult.success(payload);
      }
    }
    @jobHandler(defineJob({ type: 'counted', result: number as StandardSchema<number, number> }))
    class Counted {
      handle(): number {
        return 7;
      }
    }
    @jobHandler({ type: 'named' })
    class Named {
      handle(): void {}
    }
    const { node, runUntil } = application(jobClasses(Typed, Counted, Named));
    expect(node().jobTypes).toEqual(['counted', 'named', 'typed']);
    await node().scheduler.enqueue(typed.request('me'));
    await expect(node().scheduler.enqueue({ type: 'typed', payload: 7 })).rejects.toThrow(/is no text/);
    expect((await runUntil('00:00:00'))[0]?.output).toBe('read me');
    await node().scheduler.enqueue({ type: 'counted' });
    expect((await runUntil('00:00:01'))[0]?.output).toBe(7);
  });
});
