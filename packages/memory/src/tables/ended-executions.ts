import { type ExecutionStatus, executionStatuses } from '@scheduler/contracts';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import type { ExecutionRecord } from './execution-record.js';

interface Ended {
  readonly deadLetters: OrderedQueue<ExecutionRecord>;
  readonly others: OrderedQueue<ExecutionRecord>;
}

/** Ended executions that are no steps of workflows, by status and end, so that the cost of pruning depends only on what it deletes. */
export class EndedExecutions {
  private readonly byStatus = new Map<ExecutionStatus, Ended>();

  constructor() {
    for (const status of executionStatuses.statuses) {
      this.byStatus.set(status, { deadLetters: new OrderedQueue(), others: new OrderedQueue() });
    }
  }

  push(record: ExecutionRecord): void {
    const { status, deadLetter, workflow } = record.execution;
    // It is deleted with its workflow, whose later steps read its output.
    if (workflow !== null) return;
    this.of(status, deadLetter !== null)?.push(record);
  }

  of(status: ExecutionStatus, deadLettered: boolean): OrderedQueue<ExecutionRecord> | undefined {
    const ended = this.byStatus.get(status);
    return deadLettered ? ended?.deadLetters : ended?.others;
  }
}
