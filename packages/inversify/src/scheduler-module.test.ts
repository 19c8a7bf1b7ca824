import 'reflect-metadata';
import {
  type Clock,
  ConfigurationInvalid,
  defineHandler,
  HandlerAlreadyRegistered,
  HandlerNotFound,
  type HandledJob,
  type JobHandler,
  JobResult,
  type Scheduler,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { createMemoryStore, MemoryEventBus } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { Container, ContainerModule, inject, injectable } from 'inversify';
import { bindHandler } from './container/bind-handler.js';
import { schedulerModule, type SchedulerModuleOptions } from './scheduler-module.js';
import {
  AGENT_DISPATCHER,
  CALENDAR_EXPORTER,
  CLOCK,
  EVENT_BUS,
  EVENT_HANDLER_REPOSITORY,
  EXECUTION_REPOSITORY,
  HANDLER_REGISTRY,
  ID_GENERATOR,
  JOB_QUEUE,
  LEADER_ELECTION,
  LOGGER,
  PROCESS_STATISTICS,
  ACCESS_REPOSITORY,
  CIRCUIT_REPOSITORY,
  QUEUE_REPOSITORY,
  RATE_LIMIT_REPOSITORY,
  RANDOMNESS,
  RECURRENCE_ENGINE,
  SCHEDULE_REPOSITORY,
  SCHEDULER,
  SCHEDULER_CONFIG,
  SCHEDULER_HANDLERS,
  SCHEDULER_NODE,
  SCHEDULER_STORE,
  STATISTICS_REPOSITORY,
  WORKFLOW_DISPATCHER,
} from './container/tokens.js';

const START = '2027-03-10T12:00:00Z';

const memory: SchedulerModuleOptions = {
  store: (context) => createMemoryStore({ clock: context.get(CLOCK) }),
  env: {},
};

function newContainer(...modules: readonly ContainerModule[]): Container {
  const container = new Container();
  container.loadSync(schedulerModule(memory), ...modules);
  container.rebindSync(LOGGER).toConstantValue(silentLogger);
  return container;
}

const domain = (...handlers: readonly JobHandler[]) =>
  new ContainerModule(({ bind }) => {
    for (const handler of handlers) bind(SCHEDULER_HANDLERS).toConstantValue(handler);
  });

const echo = (type: string) =>
  defineHandler({ type, handle: (job: HandledJob) => JobResult.success({ [type]: job.payload }) });

/** Enqueues work, runs it and returns its output. */
async function run(container: Container, type: string, payload: unknown = null): Promise<unknown> {
  const { id } = await container.get(SCHEDULER).enqueue({ type, payload });
  const { executions } = await container.get(SCHEDULER_NODE).drain();
  return executions.find((execution) => execution.id === id)?.output;
}

describe('schedulerModule', () => {
  it('finds handlers by the tag, from any module (F84, F254)', async () => {
    const container = newContainer(
      domain(echo('export_report')),
      domain(echo('send_mail'), echo('clean_up')),
    );
    expect(container.get(SCHEDULER_NODE).jobTypes).toEqual(['clean_up', 'export_report', 'send_mail']);
    expect(await run(container, 'export_report', 1)).toEqual({ export_report: 1 });
    expect(await run(container, 'clean_up', 2)).toEqual({ clean_up: 2 });
  });

  it('works without any handler', async () => {
    const container = newContainer();
    expect(container.get(SCHEDULER_NODE).jobTypes).toEqual([]);
    await expect(container.get(SCHEDULER).enqueue({ type: 'export_report' })).rejects.toThrow(
      HandlerNotFound,
    );
  });

  it('refuses two handlers of one type when the node is created', () => {
    const container = newContainer(domain(echo('export_report')), domain(echo('export_report')));
    expect(() => container.get(SCHEDULER_NODE)).toThrow(HandlerAlreadyRegistered);
  });

  it('injects the dependencies of handlers', async () => {
    @injectable()
    class Greeter implements JobHandler {
      readonly types = ['greet'];
      constructor(@inject(CLOCK) private readonly clock: Clock) {}
      supports(type: string): boolean {
        return type === 'greet';
      }
      handle(): JobResult {
        return JobResult.success(`hello at ${this.clock.now().toISOString()}`);
      }
    }
    const container = newContainer(new ContainerModule(({ bind }) => void bindHandler(bind, Greeter)));
    container.rebindSync(CLOCK).toConstantValue(new SettableClock(START));
    expect(await run(container, 'greet')).toBe('hello at 2027-03-10T12:00:00.000Z');
  });

  it('lets a handler inject the scheduler that runs it', async () => {
    @injectable()
    class Chain implements JobHandler {
      readonly types = ['first'];
      constructor(@inject(SCHEDULER) private readonly scheduler: Scheduler) {}
      supports(type: string): boolean {
        return type === 'first';
      }
      async handle(): Promise<JobResult> {
        const { id } = await this.scheduler.enqueue({ type: 'second' });
        return JobResult.success(id);
      }
    }
    const container = newContainer(domain(echo('second')));
    bindHandler(container.bind.bind(container), Chain);
    const second = await run(container, 'first');
    expect(await container.get(SCHEDULER).getExecution(String(second))).toMatchObject({
      type: 'second',
      status: 'success',
    });
  });

  it('replaces one port by one line', async () => {
    const container = newContainer(domain(echo('export_report')));
    container.rebindSync(CLOCK).toConstantValue(new SettableClock(START));
    const job = await container
      .get(SCHEDULER)
      .schedule({ type: 'export_report', trigger: trigger.daily({ at: '13:00' }) });
    expect(job.nextRunAt).toEqual(new Date('2027-03-10T13:00:00Z'));
  });

  it('dispatches to the agents and workflows that are bound (F81)', async () => {
    const container = newContainer(
      new ContainerModule(({ bind }) => {
        bind(AGENT_DISPATCHER).toConstantValue({ dispatch: ({ agent }) => Promise.resolve(`by ${agent}`) });
        bind(WORKFLOW_DISPATCHER).toConstantValue({ start: () => Promise.resolve({ workflowId: 'w1' }) });
      }),
    );
    expect(await run(container, 'scheduler.dispatch_agent', { agent: 'triage' })).toBe('by triage');
    expect(await run(container, 'scheduler.trigger_workflow', { workflow: 'onboarding' })).toEqual({
      workflowId: 'w1',
    });
  });

  it('binds null for a port that the store does not have, which another one can take the place of', async () => {
    const { statistics, circuits, ...store } = createMemoryStore({ clock: new SettableClock(START) });
    const container = new Container();
    await container.load(schedulerModule({ store: { ...store, circuits: null } }));
    container.rebindSync(STATISTICS_REPOSITORY).toConstantValue(statistics);
    expect(container.get(CIRCUIT_REPOSITORY)).toBeNull();
    const node = container.get(SCHEDULER_NODE);
    await node.open();
    await expect(node.circuits.getAllStates()).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
    expect((await node.statistics.metrics()).jobs.total).toBe(0);
    expect(await circuits.states()).toEqual([]);
  });

  it('replaces one port of the store and takes the others from it', () => {
    const container = newContainer();
    const events = new MemoryEventBus({});
    container.rebindSync(EVENT_BUS).toConstantValue(events);
    const store = container.get(SCHEDULER_STORE);
    container.get(SCHEDULER_NODE).events.subscribe({ names: ['x'], listener: () => undefined });
    expect([events.wants('x'), store.events.wants('x')]).toEqual([true, false]);
    expect(store.events).not.toBe(events);
    expect(container.get(SCHEDULE_REPOSITORY)).toBe(store.schedules);
    expect(container.get(EXECUTION_REPOSITORY)).toBe(store.executions);
    expect(container.get(JOB_QUEUE)).toBe(store.queue);
    expect(container.get(QUEUE_REPOSITORY)).toBe(store.queues);
    expect(container.get(CIRCUIT_REPOSITORY)).toBe(store.circuits);
    expect(container.get(EVENT_HANDLER_REPOSITORY)).toBe(store.eventHandlers);
    expect(container.get(ACCESS_REPOSITORY)).toBe(store.access);
    expect(container.get(RATE_LIMIT_REPOSITORY)).toBe(store.rateLimits);
    expect(container.get(LEADER_ELECTION)).toBe(store.leadership);
    expect(container.get(STATISTICS_REPOSITORY)).toBe(store.statistics);
  });

  it('takes the statistics of the process, or those that are bound instead', async () => {
    const container = newContainer();
    expect(container.get(PROCESS_STATISTICS).read().memoryBytes).toBeGreaterThan(0);
    const read = () => ({ memoryBytes: 2 * 1024 * 1024, cpuPercent: 12.34, uptimeMs: 5_000 });
    container.rebindSync(PROCESS_STATISTICS).toConstantValue({ read });
    expect((await container.get(SCHEDULER).getMetrics()).system).toEqual({
      workers: 0,
      slots: 0,
      memoryUsageMb: 2,
      cpuUsagePercent: 12.3,
      uptimeSeconds: 5,
    });
  });

  it('keeps earlier bindings, and can be loaded twice', () => {
    const container = new Container();
    const clock = new SettableClock(START);
    container.bind(CLOCK).toConstantValue(clock);
    container.loadSync(schedulerModule(memory));
    container.loadSync(schedulerModule(memory));
    expect(container.get(SCHEDULER_NODE).clock).toBe(clock);
  });

  it('creates every part once for each container and shares none between containers (F254)', async () => {
    const [one, two] = [newContainer(domain(echo('work'))), newContainer(domain(echo('work')))];
    for (const token of [
      CLOCK,
      ID_GENERATOR,
      RANDOMNESS,
      RECURRENCE_ENGINE,
      SCHEDULER_CONFIG,
      SCHEDULER_STORE,
      HANDLER_REGISTRY,
      SCHEDULER,
      SCHEDULER_NODE,
    ]) {
      expect(one.get<unknown>(token)).toBe(one.get<unknown>(token));
      expect(one.get<unknown>(token)).not.toBe(two.get<unknown>(token));
    }
    await one.get(SCHEDULER).schedule({ type: 'work', name: 'only-here', trigger: trigger.every('1m') });
    expect(await two.get(SCHEDULER).find('only-here')).toBeNull();
  });

  it('takes a store as it is, or one that is bound elsewhere', () => {
    const store = createMemoryStore({ clock: new SettableClock(START) });
    const given = new Container();
    given.loadSync(schedulerModule({ store, env: {} }));
    expect(given.get(SCHEDULER_STORE)).toBe(store);
    const bound = new Container();
    bound.loadSync(schedulerModule({ env: {} }));
    bound.bind(SCHEDULER_STORE).toConstantValue(store);
    expect(bound.get(SCHEDULER_NODE).store.name).toBe('memory');
  });

  it.each([
    ['the node', SCHEDULER_NODE],
    ['a port', JOB_QUEUE],
  ])('says what to do when %s is resolved without a store', (_, token) => {
    const container = new Container();
    container.loadSync(schedulerModule({ env: {} }));
    const ask = () => container.get<unknown>(token);
    expect(ask).toThrow(ConfigurationInvalid);
    expect(ask).toThrow(/SCHEDULER_STORE: nothing is bound; accepted: a store given to schedulerModule/);
  });

  it('reads its settings from code and from the environment', () => {
    const configured = (options: SchedulerModuleOptions) => {
      const container = new Container();
      container.loadSync(schedulerModule({ ...memory, ...options }));
      return container;
    };
    const config = { queues: { default: 2, reports: 1 } };
    expect(configured({ config }).get(SCHEDULER_NODE).config.queues).toEqual({ default: 2, reports: 1 });
    expect(configured({ env: { SCHEDULER_WORKERS: '7' } }).get(SCHEDULER_CONFIG).workers).toBe(7);
    expect(() => configured({ env: { SCHEDULER_WORKERS: 'many' } }).get(SCHEDULER_NODE)).toThrow(
      /SCHEDULER_WORKERS/,
    );
  });

  it('has a default exporter that refuses to export', async () => {
    const exporter = newContainer().get(CALENDAR_EXPORTER);
    await expect(exporter.toICalendar({ jobs: [] })).rejects.toThrow(/bind a CalendarExporter/);
  });

  it('names its tokens so that two copies of this package agree', () => {
    expect(SCHEDULER_HANDLERS).toBe(Symbol.for('scheduler.handlers'));
    expect(SCHEDULER_NODE).toBe(Symbol.for('scheduler.node'));
  });
});
