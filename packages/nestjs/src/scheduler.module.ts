import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DeferredScheduler } from '@scheduler/core';
import { checkModuleOptions, type SchedulerModuleOptions } from './module-options.js';
import { SchedulerRuntime } from './scheduler-runtime.js';
import { SCHEDULER, SCHEDULER_OPTIONS } from './tokens.js';

export interface SchedulerModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  /** What `useFactory` gets. Default: nothing. */
  readonly inject?: FactoryProvider['inject'];
  /** Makes the options, such as a store on the connection of the application. */
  readonly useFactory: (...dependencies: never[]) => SchedulerModuleOptions | Promise<SchedulerModuleOptions>;
}

/**
 * The scheduler as a module of Nest, global in the application. Methods of providers with `@Cron`, `@Every` or `@scheduled`, and classes
 * with `@job` or `@jobHandler`, are found in every module.
 *
 * @example
 * @Module({ imports: [SchedulerModule.forRoot({ store: createKnexStore({ connection: process.env.DATABASE_URL }) })] })
 * export class AppModule {}
 */
@Module({})
export class SchedulerModule {
  static forRoot(options: SchedulerModuleOptions): DynamicModule {
    checkModuleOptions(options);
    return moduleWith({ provide: SCHEDULER_OPTIONS, useValue: options });
  }

  static forRootAsync({ imports = [], inject = [], useFactory }: SchedulerModuleAsyncOptions): DynamicModule {
    const options = {
      provide: SCHEDULER_OPTIONS,
      inject,
      useFactory: async (...dependencies: never[]) => {
        const made = await useFactory(...dependencies);
        checkModuleOptions(made);
        return made;
      },
    };
    return moduleWith(options, imports);
  }
}

function moduleWith(
  options: NonNullable<DynamicModule['providers']>[number],
  imports: NonNullable<DynamicModule['imports']> = [],
): DynamicModule {
  return {
    module: SchedulerModule,
    global: true,
    imports: [...imports, DiscoveryModule],
    providers: [
      options,
      SchedulerRuntime,
      {
        provide: SCHEDULER,
        inject: [SchedulerRuntime],
        useFactory: (runtime: SchedulerRuntime) => new DeferredScheduler(() => runtime.node.scheduler),
      },
    ],
    exports: [SchedulerRuntime, SCHEDULER],
  };
}
