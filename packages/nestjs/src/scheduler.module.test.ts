import 'reflect-metadata';
import { type INestApplicationContext, Injectable, Module, Scope, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type HandledJob,
  JobResult,
  type Scheduler,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import {
  Cron,
  Every,
  InjectScheduler,
  jobHandler,
  SCHEDULER,
  scheduled,
  SchedulerModule,
  SchedulerRuntime,
} from './index.js';
import type { SchedulerModuleOptions } from './module-options.js';

const START = '2030-01-01T00:00:00Z';
const calls: string[] = [];

@Injectable()
class Mailer {
  send(text: string) {
    calls.push(text);
  }
}

@Injectable()
class Housekeeping {
  constructor(private readonly mailer: Mailer) {}

  @Cron('0 2 * * *', { zone: 'Europe/Berlin' })
  nightly() {
    this.mailer.send('nightly');
  }

  @Every('1h')
  hourly() {
    this.mailer.send('hourly');
  }

  @scheduled({ event: 'user:signup', name: 'greet' })
  greet() {
    this.mailer.send('greet');
  }
}

@jobHandler('export_report')
@Injectable()
class ExportReport {
  constructor(private readonly mailer: Mailer) {}

  handle(job: HandledJob<{ report: string }>) {
    this.mailer.send(`export ${job.payload.report}`);
    return JobResult.success({ done: true });
  }
}

/** Schedules when the module is initialised, before the application is up. */
@Injectable()
class Starter {
  constructor(@InjectScheduler() private readonly scheduler: Scheduler) {}

  async onModuleInit() {
    await this.scheduler.enqueue({ type: 'export_report', payload: { report: 'first' } });
  }
}

let application: INestApplicationContext | undefined;
afterEach(async () => {
  await application?.close();
  application = undefined;
  calls.length = 0;
});

async function start(
  options: Partial<SchedulerModuleOptions> & { readonly store: SchedulerStore },
  providers: readonly Type[] = [Mailer, Housekeeping, ExportReport],
): Promise<INestApplicationContext> {
  @Module({
    imports: [SchedulerModule.forRoot({ logger: silentLogger, ...options })],
    providers: [...providers],
  })
  class AppModule {}
  return (application = await NestFactory.createApplicationContext(AppModule, {
    logger: false,
    abortOnError: false,
  }));
}

function memory() {
  const clock = new SettableClock(START);
  return { clock, store: createMemoryStore({ clock }) };
}

describe('SchedulerModule', () => {
  it('declares the methods of providers as jobs, and calls them on their instances', async () => {
    const { clock, store } = memory();
    const app = await start({ store, clock });
    const { node } = app.get(SchedulerRuntime);
    const { items } = await node.scheduler.list({ sortBy: 'name', sortOrder: 'asc' });
    expect(items.map(({ name, nextRunAt }) => [name, nextRunAt?.toISOString() ?? null])).toEqual([
      ['Housekeeping.hourly', '2030-01-01T01:00:00.000Z'],
      ['Housekeeping.nightly', '2030-01-01T01:00:00.000Z'],
      ['greet', null],
    ]);
    await clock.advance('1h');
    expect([...calls].sort()).toEqual(['hourly', 'nightly']);
    await app.get<Scheduler>(SCHEDULER).triggerEvent('user:signup', {});
    await clock.advance('1s');
    expect(calls).toContain('greet');
  });

  it('lets providers schedule and enqueue from onModuleInit on', async () => {
    const { clock, store } = memory();
    await start({ store, clock }, [Mailer, ExportReport, Starter]);
    await clock.advance('1s');
    expect(calls).toEqual(['export first']);
  });

  it('takes its options from other providers', async () => {
    const { clock, store } = memory();
    @Module({ providers: [{ provide: 'STORE', useValue: store }], exports: ['STORE'] })
    class DatabaseModule {}
    @Module({
      imports: [
        SchedulerModule.forRootAsync({
          imports: [DatabaseModule],
          inject: ['STORE'],
          useFactory: async (given: SchedulerStore) => ({ store: given, clock, logger: silentLogger }),
        }),
      ],
      providers: [Mailer, Housekeeping],
    })
    class AppModule {}
    application = await NestFactory.createApplicationContext(AppModule, { logger: false });
    expect(application.get(SchedulerRuntime).node.jobTypes).toContain('Housekeeping.nightly');
  });

  it('stops with the application, and gives back what has not started', async () => {
    const { clock, store } = memory();
    const app = await start({ store, clock });
    const { node } = app.get(SchedulerRuntime);
    expect(node.running).toBe(true);
    await app.close();
    expect(node.running).toBe(false);
  });

  it('schedules only, in a process that does not work', async () => {
    const { clock, store } = memory();
    const app = await start({ store, clock, work: false });
    const { node } = app.get(SchedulerRuntime);
    expect(node.running).toBe(false);
    await node.scheduler.enqueue({ type: 'export_report', payload: { report: 'later' } });
    await clock.advance('1h');
    expect(calls).toEqual([]);
  });

  it('leaves the jobs of others alone in a process that declares none', async () => {
    const { clock, store } = memory();
    await (await start({ store, clock })).close();
    const app = await start({ store: store, clock }, [Mailer, ExportReport]);
    const { items } = await app.get(SchedulerRuntime).node.scheduler.list();
    expect(items.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  });
});

describe('what is refused', () => {
  it('a provider that is made for each request', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest {
      @Cron('* * * * *')
      run() {}
    }
    await expect(start(memory(), [PerRequest])).rejects.toThrow(
      /PerRequest: declares jobs, and is made anew/,
    );
  });

  it('a scheduler that is used before the jobs are known', async () => {
    @Injectable()
    class TooEarly {
      readonly refused: Promise<unknown>;
      constructor(@InjectScheduler() scheduler: Scheduler) {
        this.refused = scheduler.list().catch((error: unknown) => error);
      }
    }
    const app = await start(memory(), [TooEarly]);
    expect(await app.get(TooEarly).refused).toMatchObject({ code: 'NOT_OPEN' });
  });

  it.each([[undefined], [{ work: 'yes' }], [null]])('options that are wrong: %j', (options) => {
    expect(() => SchedulerModule.forRoot(options as never)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    );
  });

  it('an option that nobody knows, with what was meant', async () => {
    await expect(start({ ...memory(), handler: [] } as never)).rejects.toThrow(
      /handler.*did you mean.*handlers/,
    );
  });
});
