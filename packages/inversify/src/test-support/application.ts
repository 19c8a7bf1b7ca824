import 'reflect-metadata';
import { silentLogger } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { Container, type ContainerModule, type Newable } from 'inversify';
import { jobClasses } from '../jobs/bind-job-class.js';
import { schedulerModule } from '../scheduler-module.js';
import { CLOCK, LOGGER, SCHEDULER_NODE } from '../container/tokens.js';

const START = '2030-01-01T00:00:00Z';
export const at = (time: string) => new Date(`2030-01-01T${time}Z`);

/** An application of these modules, with a clock that stands still. */
export function application(...modules: readonly ContainerModule[]) {
  const clock = new SettableClock(START);
  const container = new Container();
  container.loadSync(
    schedulerModule({ store: (context) => createMemoryStore({ clock: context.get(CLOCK) }), env: {} }),
    ...modules,
  );
  container.rebindSync(CLOCK).toConstantValue(clock);
  container.rebindSync(LOGGER).toConstantValue(silentLogger);
  const node = () => container.get(SCHEDULER_NODE);
  const runUntil = async (time: string) => {
    clock.setTime(at(time));
    await node().tick();
    return (await node().drain()).executions;
  };
  return { container, node, runUntil };
}

/** The jobs that classes declare, sorted by name. */
export async function declared(...classes: readonly Newable<object>[]) {
  const { node } = application(jobClasses(...classes));
  await node().declared.reconcile();
  return (await node().scheduler.list({ sortBy: 'name', sortOrder: 'asc' })).items;
}
