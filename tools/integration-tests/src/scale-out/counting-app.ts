import 'reflect-metadata';
import { defineHandler, silentLogger } from '@scheduler/contracts';
import type { SchedulerConfigInput } from '@scheduler/core';
import {
  LOGGER,
  SCHEDULER_HANDLERS,
  schedulerModule,
  type SchedulerModuleOptions,
} from '@scheduler/inversify';
import { Container, ContainerModule } from 'inversify';

export type StoreSource = NonNullable<SchedulerModuleOptions['store']>;

export interface CountingAppOptions {
  /** The store, which is the only difference between a test in memory and many processes on servers. */
  readonly store: StoreSource;
  readonly config?: SchedulerConfigInput;
  /** Called for each item of work, with its number. */
  readonly count: (number: number) => void;
}

/** An application whose jobs count. */
export function countingApp({ store, config = {}, count }: CountingAppOptions): Container {
  const container = new Container();
  container.bind(LOGGER).toConstantValue(silentLogger);
  container.loadSync(schedulerModule({ store, config, env: {} }), countingModule(count));
  return container;
}

function countingModule(count: CountingAppOptions['count']): ContainerModule {
  const handler = defineHandler({ type: 'count', handle: ({ payload }) => count(Number(payload)) });
  return new ContainerModule(({ bind }) => void bind(SCHEDULER_HANDLERS).toConstantValue(handler));
}
