import { Inject } from '@nestjs/common';

/** The token of the scheduler, for `@Inject(SCHEDULER)`. */
export const SCHEDULER = Symbol.for('scheduler.nest.scheduler');
/** The token of the options that `forRootAsync` computes. */
export const SCHEDULER_OPTIONS = Symbol.for('scheduler.nest.options');

/**
 * Injects the scheduler. It can be used from `onModuleInit` on; calls before are refused, because the jobs are not known yet.
 *
 * @example
 * constructor(@InjectScheduler() private readonly scheduler: Scheduler) {}
 */
export const InjectScheduler = (): ParameterDecorator & PropertyDecorator => Inject(SCHEDULER);
