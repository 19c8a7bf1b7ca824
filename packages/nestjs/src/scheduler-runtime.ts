import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { NotOpen } from '@scheduler/contracts';
import {
  createSchedulerNode,
  declarationsOf,
  handlersOfClass,
  NO_OBSERVER,
  observerOf,
  type SchedulerNode,
} from '@scheduler/core';
import { findJobClasses, type JobClassInstance } from './find-job-classes.js';
import type { SchedulerModuleOptions } from './module-options.js';
import { nestLogger } from './nest-logger.js';
import { SCHEDULER_OPTIONS } from './tokens.js';

/** The node of this process: made when all providers exist, started with the application, stopped with it. */
@Injectable()
export class SchedulerRuntime implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private made: SchedulerNode | null = null;

  constructor(
    @Inject(SCHEDULER_OPTIONS) private readonly options: SchedulerModuleOptions,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  /** The node, for queues, dead letters, statistics and the REST API. Throws NotOpen before the modules are initialised. */
  get node(): SchedulerNode {
    if (this.made !== null) return this.made;
    throw new NotOpen(
      'the scheduler',
      'use it from onModuleInit on, when the jobs of all providers are known',
    );
  }

  onModuleInit(): void {
    const { work: _work, ...options } = this.options;
    const classes = findJobClasses(this.discovery);
    this.made = createSchedulerNode({
      logger: nestLogger(),
      ...options,
      handlers: [...(options.handlers ?? []), ...classes.flatMap(handlersOf)],
      observers: [...(options.observers ?? []), ...observersOf(classes)],
      ...jobsOf(options, classes),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.options.work === false) await this.node.open();
    else await this.node.start();
  }

  /** Before other providers close their connections, which handlers that still run may need. */
  async onModuleDestroy(): Promise<void> {
    await this.made?.stop();
  }
}

const handlersOf = ({ jobClass, instance }: JobClassInstance) =>
  handlersOfClass(jobClass).map((make) => make(instance));

function observersOf(classes: readonly JobClassInstance[]) {
  return classes
    .map(({ jobClass, instance }) => observerOf(jobClass, instance))
    .filter((observer) => observer !== NO_OBSERVER);
}

/** No `jobs` where nothing declares any: such a process must not turn the jobs of others into orphans. */
function jobsOf({ jobs }: SchedulerModuleOptions, classes: readonly JobClassInstance[]) {
  const declared = classes.flatMap(({ jobClass, instance }) => declarationsOf(jobClass, instance));
  return jobs === undefined && declared.length === 0 ? {} : { jobs: [...(jobs ?? []), ...declared] };
}
