import {
  type BusEvent,
  type EventBus,
  type ExecutionEventData,
  isStepType,
  type JobEventData,
  readStepType,
  type Scheduler,
  type WorkflowEventData,
} from '@scheduler/contracts';
import type { Domain } from '../settings/tokens.js';
import { describeOutput } from './describe-output.js';
import { WORKFLOW_EVENTS, workflowLine } from './narrate-workflow.js';

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

/** The domain of what no domain has named. */
const OTHER = 'other';

type EventPrinter = (event: BusEvent) => Promise<void> | void;

const MARKS = {
  started: '▶',
  completed: '✔',
  failed: '✘',
  skipped: '⤼',
  cancelled: '■',
  waiting: '⧗',
} as const;

/** Prints one line for each event of an execution, and for those of workflows that say more. It only subscribes to events: the scheduler does not depend on it. */
export class Narrator {
  private readonly domainOfType: ReadonlyMap<string, string>;
  private readonly domainOfWorkflow: ReadonlyMap<string, string>;
  private readonly seenDomains = new Set<string>();
  private completed = 0;
  private failed = 0;
  private lastLine: Promise<void> = Promise.resolve();

  constructor(private readonly parts: NarratorParts) {
    this.domainOfType = new Map(
      parts.domains.flatMap(({ name, types }) => types.map((type) => [type, name])),
    );
    this.domainOfWorkflow = new Map(
      parts.domains.flatMap(({ name, workflows = [] }) => workflows.map((workflow) => [workflow, name])),
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
      ...Object.fromEntries(
        WORKFLOW_EVENTS.map((name) => [name, (event: BusEvent) => this.printWorkflow(event)]),
      ),
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
    const step = readStepType(type);
    if (step?.phase === 'when') {
      // The condition of a step that waits for somebody holds.
      const name = `${step.workflow}.${step.step}`;
      return this.print(event.at, { domain: this.domainOf(type), mark: MARKS.waiting, name, text: 'waits' });
    }
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

  private printWorkflow(event: BusEvent): void {
    const line = workflowLine(event);
    const { workflow } = event.data as WorkflowEventData;
    if (line !== null)
      this.print(event.at, { domain: this.domainOfWorkflow.get(workflow) ?? OTHER, ...line });
  }

  private line(event: BusEvent, mark: keyof typeof MARKS, text: string): void {
    const { jobName, type } = executionOf(event);
    // Only what follows from a condition is told: the step waits, or it is skipped.
    if (readStepType(type)?.phase === 'when') return;
    this.print(event.at, {
      domain: this.domainOf(type),
      mark: MARKS[mark],
      name: jobName ?? nameOf(type),
      text,
    });
  }

  private print(at: Date, line: { domain: string; mark: string; name: string; text: string }): void {
    const time = at.toISOString().slice(11, 19);
    const { domain, mark, name, text } = line;
    this.parts.print(`${time}  ${domain.padEnd(14)}  ${mark} ${name.padEnd(26)}  ${text}`.trimEnd());
  }

  private domainOf(type: string): string {
    const step = readStepType(type);
    const domain = step === null ? this.domainOfType.get(type) : this.domainOfWorkflow.get(step.workflow);
    return domain ?? OTHER;
  }
}

function executionOf(event: BusEvent): ExecutionEventData {
  return event.data as ExecutionEventData;
}

/** The type of a step without the word that all of them begin with: `fulfil_order.charge`, `fulfil_order.charge:rollback`. */
function nameOf(type: string): string {
  return isStepType(type) ? type.slice(type.indexOf('.') + 1) : type;
}
