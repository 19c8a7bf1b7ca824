import type { Execution, ScheduledJob } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { CLOCK, SCHEDULER_NODE } from '@scheduler/inversify';
import { SettableClock } from '@scheduler/testing';
import type { Container } from 'inversify';
import { createReferenceContainer } from '../wiring/container.js';

/** The whole application at its real pace, with a clock that the test controls. */
export class DrivenApp {
  readonly clock: SettableClock;
  readonly container: Container;
  readonly node: SchedulerNode;

  constructor(
    startAt: string,
    readonly dataDir: string,
  ) {
    this.clock = new SettableClock(startAt);
    this.container = createReferenceContainer({
      env: { REFERENCE_DATA_DIR: dataDir, REFERENCE_PACE: 'real', SCHEDULER_STORE: 'memory' },
    });
    this.container.rebindSync(CLOCK).toConstantValue(this.clock);
    this.node = this.container.get(SCHEDULER_NODE);
  }

  /** Advances the clock to `end` and runs each due job at its own instant. */
  async runUntil(end: string): Promise<readonly Execution[]> {
    const ran: Execution[] = [...(await this.runDue())];
    const last = new Date(end);
    for (
      let next = await this.nextInstant();
      next !== null && next <= last;
      next = await this.nextInstant()
    ) {
      await this.clock.advanceTo(next);
      ran.push(...(await this.runDue()));
    }
    await this.clock.advanceTo(last);
    return [...ran, ...(await this.runDue())];
  }

  async runDue(): Promise<readonly Execution[]> {
    await this.node.tick();
    return (await this.node.drain()).executions;
  }

  /** When the next job is due, or an execution that waits for an instant, such as a retry or a sleep. */
  private async nextInstant(): Promise<Date | null> {
    const instants = [await this.nextJob(), await this.nextExecution()].filter((at) => at !== null);
    return instants.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  }

  private async nextExecution(): Promise<Date | null> {
    const { items } = await this.node.scheduler.listExecutions({ statuses: ['pending'], limit: 1_000 });
    const waiting = items.map(({ availableAt }) => availableAt).filter((at) => at > this.clock.now());
    return waiting.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  }

  private async nextJob(): Promise<Date | null> {
    const { items } = await this.node.scheduler.list({
      statuses: ['active'],
      sortBy: 'nextRunAt',
      sortOrder: 'asc',
    });
    return items.map(({ nextRunAt }: ScheduledJob) => nextRunAt).find((at) => at !== null) ?? null;
  }
}
