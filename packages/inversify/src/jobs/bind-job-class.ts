import 'reflect-metadata';
import { ScheduleInvalid } from '@scheduler/contracts';
import { type Bind, ContainerModule, type Newable } from 'inversify';
import { SCHEDULER_HANDLERS, SCHEDULER_JOBS, SCHEDULER_OBSERVERS } from '../container/tokens.js';
import { declarationsOf, handlersOfClass, metadataOf, observerOf } from '@scheduler/core';

type JobClass = Newable<object>;

/**
 * Binds a class with `@jobHandler`, `@job` or `@scheduled` methods as a singleton, and its handlers, declared jobs and observer under
 * the tags. Its constructor may inject what it needs.
 *
 * @example
 * new ContainerModule(({ bind }) => {
 *   bindJobClass(bind, Housekeeping);
 * });
 */
export function bindJobClass(bind: Bind, jobClass: JobClass): void {
  bind(jobClass).toSelf().inSingletonScope();
  contribute(bind, jobClass);
}

/**
 * A module of classes with `@jobHandler`, `@job` or `@scheduled` methods. A class that is bound already keeps its binding.
 *
 * @example
 * await container.load(schedulerModule({ store }), jobClasses(Housekeeping, SendInvoices));
 */
export function jobClasses(...classes: readonly JobClass[]): ContainerModule {
  return new ContainerModule(({ bind, isBound }) => {
    for (const jobClass of classes) {
      if (isBound(jobClass)) contribute(bind, jobClass);
      else bindJobClass(bind, jobClass);
    }
  });
}

function contribute(bind: Bind, jobClass: JobClass): void {
  const makers = handlersOfClass(jobClass);
  if (makers.length === 0) {
    throw new ScheduleInvalid({
      field: jobClass.name,
      value: undefined,
      problem: 'has none of the decorators of job classes',
      accepted: '@jobHandler, @job, or @scheduled on a method',
    });
  }
  for (const make of makers)
    bind(SCHEDULER_HANDLERS)
      .toResolvedValue((instance: object) => make(instance), [jobClass])
      .inSingletonScope();
  const { works, scheduled } = metadataOf(jobClass);
  if (works !== null) {
    bind(SCHEDULER_OBSERVERS)
      .toResolvedValue((instance: object) => observerOf(jobClass, instance), [jobClass])
      .inSingletonScope();
  }
  if (works === null && scheduled.length === 0) return;
  bind(SCHEDULER_JOBS)
    .toResolvedValue((instance: object) => declarationsOf(jobClass, instance), [jobClass])
    .inSingletonScope();
}
