import 'reflect-metadata';
import { defineHandler, type JobMiddleware, type JobObserver, silentLogger } from '@scheduler/contracts';
import { defineSubscription, middleware } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { Container, inject, injectable } from 'inversify';
import { schedulerModule } from './scheduler-module.js';
import {
  CLOCK,
  LOGGER,
  SCHEDULER_HANDLERS,
  SCHEDULER_MIDDLEWARE,
  SCHEDULER_NODE,
  SCHEDULER_EVENT_READERS,
  SCHEDULER_OBSERVERS,
} from './container/tokens.js';

const STEPS = Symbol('steps');

@injectable()
class Outer implements JobMiddleware {
  constructor(@inject(STEPS) private readonly steps: string[]) {}

  beforeExecute(): void {
    this.steps.push('outer');
  }
}

@injectable()
class Watcher implements JobObserver {
  constructor(@inject(STEPS) private readonly steps: string[]) {}

  afterJob(): void {
    this.steps.push('observed');
  }
}

it('finds middleware in the order of its bindings, and observers, by their tags (F168, F173)', async () => {
  const steps: string[] = [];
  const container = new Container();
  container.loadSync(
    schedulerModule({
      store: (context) => createMemoryStore({ clock: context.get(CLOCK), eventLog: true }),
      env: {},
    }),
  );
  container.rebindSync(LOGGER).toConstantValue(silentLogger);
  container.bind(STEPS).toConstantValue(steps);
  container.bind(SCHEDULER_MIDDLEWARE).to(Outer).inSingletonScope();
  container
    .bind(SCHEDULER_MIDDLEWARE)
    .toConstantValue({ beforeExecute: () => void steps.push('inner') } satisfies JobMiddleware);
  container.bind(SCHEDULER_MIDDLEWARE).toConstantValue(middleware.metrics());
  container.bind(SCHEDULER_OBSERVERS).to(Watcher).inSingletonScope();
  container
    .bind(SCHEDULER_EVENT_READERS)
    .toConstantValue(defineSubscription({ name: 'mails', events: ['JobPaused'], handle: () => undefined }));
  const handle = () => void steps.push('handler');
  container.bind(SCHEDULER_HANDLERS).toConstantValue(defineHandler({ type: 'work', handle }));
  const node = container.get(SCHEDULER_NODE);
  await node.open();
  await node.scheduler.enqueue({ type: 'work' });
  await node.drain();
  await node.stop();
  expect(steps).toEqual(['outer', 'inner', 'handler', 'observed']);
  expect(node.metrics.of('work')).toMatchObject({ succeeded: 1 });
});
