import type { Execution, Scheduler } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { ConsoleIo } from '../output/console-io.js';
import { barText, followText } from '../views/progress-view.js';
import { StopRequests } from '../processes/stop-requests.js';

const POLL_MS = 500;

export interface FollowParts {
  readonly node: SchedulerNode;
  readonly scheduler: Scheduler;
  readonly io: ConsoleIo;
}

export interface Followed {
  readonly execution: Execution;
  /** The exit code of the signal that stopped the display. Null: no signal came. */
  readonly exitCode: number | null;
}

/** Shows the progress of an execution until it has ended, or until a signal. */
export async function followExecution({ node, scheduler, io }: FollowParts, id: string): Promise<Followed> {
  const stops = new StopRequests(io);
  const lines = new ProgressLines(io);
  try {
    for (;;) {
      const execution = await scheduler.getExecution(id);
      if (execution.finishedAt !== null || stops.isRequested) return { execution, exitCode: stops.exitCode };
      lines.show(execution);
      await pauseUntil(node, stops.first);
    }
  } finally {
    lines.clear();
    stops.dispose();
  }
}

/** Shows the progress of an execution while other work is awaited. */
export async function showingProgress<T>(
  { node, scheduler, io }: FollowParts,
  id: string,
  work: Promise<T>,
): Promise<T> {
  const lines = new ProgressLines(io);
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  const settled = ended.catch(() => undefined);
  try {
    while (!isOver) {
      lines.show(await scheduler.getExecution(id));
      await pauseUntil(node, settled);
    }
    return await ended;
  } finally {
    lines.clear();
  }
}

/** Waits until the next poll, or until `sooner` resolves. */
export async function pauseUntil({ clock }: SchedulerNode, sooner: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = clock.setTimer({ delayMs: POLL_MS, callback: resolve });
    void sooner.then(() => {
      timer.cancel();
      resolve();
    });
  });
}

/** Progress on a terminal is one line with a bar that is redrawn; elsewhere it is a line for each change. */
class ProgressLines {
  private last: string | null = null;

  constructor(private readonly io: ConsoleIo) {}

  show(execution: Execution): void {
    const { width } = this.io;
    const text =
      width === null ? followText(execution) : (barText(execution, width) ?? followText(execution));
    if (text === this.last) return;
    this.last = text;
    if (width === null) this.io.info(text);
    else this.io.progress(text);
  }

  clear(): void {
    this.io.progress(null);
  }
}
