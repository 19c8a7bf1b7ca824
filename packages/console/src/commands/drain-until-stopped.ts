import type { Execution } from '@scheduler/contracts';
import type { DrainReport, SchedulerNode } from '@scheduler/core';
import type { ConsoleIo } from '../output/console-io.js';
import { StopRequests } from '../processes/stop-requests.js';

export interface Drained {
  readonly executions: readonly Execution[];
  /** What was left because this process has no handler for it. */
  readonly withoutHandler: DrainReport['withoutHandler'];
  /** The exit code of the signal that stopped it. Null: no signal came. */
  readonly exitCode: number | null;
}

/** Runs all executions that can be claimed. After a signal nothing new starts and running handlers may finish; a second signal ends at once. */
export async function drainUntilStopped(
  node: SchedulerNode,
  io: ConsoleIo,
  queues: readonly string[] = Object.keys(node.config.queues),
): Promise<Drained> {
  const stops = new StopRequests(io);
  void stops.first.then((reason) => {
    if (reason !== 'output closed')
      io.note('stopping: running handlers may finish; a second signal ends at once');
  });
  const executions: Execution[] = [];
  let withoutHandler: DrainReport['withoutHandler'] = [];
  // One round takes as many as the queues run at once, so that a signal takes effect between two rounds.
  const limit = queues.reduce((sum, queue) => sum + (node.config.queues[queue] ?? 1), 0);
  try {
    while (stops.exitCode === null && limit > 0) {
      const round = await Promise.race([node.drain({ queues, limit }), stops.second]);
      ({ withoutHandler } = round);
      if (round.executions.length === 0) break;
      executions.push(...round.executions);
    }
    return { executions, withoutHandler, exitCode: stops.exitCode };
  } finally {
    stops.dispose();
  }
}
