import { defineHandler, type HandledJob, type JobContext } from '@scheduler/contracts';
import { type DecoratedScheduleOptions, definitionOf } from '@scheduler/core';
import type { Bind } from 'inversify';
import { SCHEDULER_HANDLERS, SCHEDULER_JOBS } from '../container/tokens.js';

/**
 * Makes a plain function a job. The function itself is not changed.
 *
 * @example
 * bindScheduled(bind, 'ping', { every: '1m' }, async () => (await fetch(url)).status);
 */
export function bindScheduled(
  bind: Bind,
  type: string,
  options: DecoratedScheduleOptions,
  work: (context: JobContext, job: HandledJob) => unknown,
): void {
  bind(SCHEDULER_JOBS).toConstantValue(definitionOf(options, type));
  bind(SCHEDULER_HANDLERS).toConstantValue(
    defineHandler({
      type,
      handle: (job, context) => work(context, job),
    }),
  );
}
