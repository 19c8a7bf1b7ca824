import type { BusEvent, EventBus, ExecutionEventData, JobEventData, Scheduler } from '@scheduler/contracts';
import type { Domain } from '../settings/tokens.js';
import { describeOutput } from './describe-output.js';

export interface NarratorParts {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly scheduler: Pick<Scheduler, 'getExecution'>;
  readonly domains: readonly Domain[];
  readonly dataDir: string;
  readonly print: (line: string) => void;
}

export interface Summary {
  readonly completed: number;
  readonly failed: number;
  readonly domains: readonly string[];
}

type EventPrinter = (event: BusEvent) => Promise<void> | void;

const MARKS = { started: '▶', completed: '✔', failed: '✘', skipped: '⤼', cancelled: '■' } as const;

/** Prints one line for each event of an execution. It only subscribes to events: the scheduler does not depend on it. */
export class Narrator {
  private readonly domainOfType: ReadonlyMap<string, string>;
  private readonly seenDomains = new Set<string>();
  private completed = 0;
  private failed = 0;
  private lastLine: Promise<void> = Promise.resolve();

  constructor(private readonly parts: NarratorParts) {
    this.domainOfType = new Map(
      parts.domains.flatMap(({ name, types }) => types.map((type) => [type, name])),
    );
  }

  /** Returns a function that unsubscribes. */
  listen(): () => void {
    const printers: Readonly<Record<string, EventPrinter>> = {
      'scheduler:execution.started': (event) => this.line(event, 'started', ''),
      'scheduler:execution.completed': (event) => this.printCompleted(event),
      'scheduler:execution.failed': (event) => this.printFailed(event),
      'scheduler:execution.skipped': (event) => this.line(event, 'skipped', executionOf(event).reason ?? ''),
      'scheduler:execution.cancelled': (event) =>
        this.line(event, 'cancelled', executionOf(event).reason ?? ''),
      'scheduler:job.cancelled': (event) => this.printJobCancelled(event),
    };
    return this.parts.events.subscribe({
      names: Object.keys(printers),
      listener: (event) => {
        // One after the other: reading an output takes a moment, and the order of the lines must not change.
        this.lastLine = this.lastLine.then(() => printers[event.name]?.(event)).catch(() => undefined);
      },
    });
  }

  /** Resolves after the last line was printed. */
  async summary(): Promise<Summary> {
    await this.lastLine;
    return { completed: this.completed, failed: this.failed, domains: [...this.seenDomains].sort() };
  }

  private async printCompleted(event: BusEvent): Promise<void> {
    const { executionId, durationMs, type } = executionOf(event);
    this.completed += 1;
    this.seenDomains.add(this.domainOf(type));
    this.line(event, 'completed', `${durationMs ?? 0} ms  ${await this.outputOf(executionId)}`);
  }

  /** Empty for the last executions before the end: a scheduler that has stopped reads nothing. */
  private async outputOf(executionId: string): Promise<string> {
    const { scheduler, dataDir } = this.parts;
    const execution = await scheduler.getExecution(executionId).catch(() => null);
    return execution === null ? '' : describeOutput(execution.output, dataDir);
  }

  private printFailed(event: BusEvent): void {
    const { reason, willRetry, nextRetryAt } = executionOf(event);
    if (!willRetry) this.failed += 1;
    this.line(event, 'failed', `${reason ?? ''}${willRetry ? `; again at ${nextRetryAt ?? 'once'}` : ''}`);
  }

  private printJobCancelled(event: BusEvent): void {
    const { name, type } = event.data as JobEventData;
    this.print(event.at, { domain: this.domainOf(type), mark: MARKS.cancelled, name, text: 'job cancelled' });
  }

  private line(event: BusEvent, mark: keyof typeof MARKS, text: string): void {
    const { jobName, type } = executionOf(event);
    this.print(event.at, { domain: this.domainOf(type), mark: MARKS[mark], name: jobName ?? type, text });
  }

  private print(at: Date, line: { domain: string; mark: string; name: string; text: string }): void {
    const time = at.toISOString().slice(11, 19);
    const { domain, mark, name, text } = line;
    this.parts.print(`${time}  ${domain.padEnd(14)}  ${mark} ${name.padEnd(26)}  ${text}`.trimEnd());
  }

  private domainOf(type: string): string {
    return this.domainOfType.get(type) ?? 'other';
  }
}

function executionOf(event: BusEvent): ExecutionEventData {
  return event.data as ExecutionEventData;
}
