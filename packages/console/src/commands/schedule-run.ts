import type { Execution } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { endedText } from '../views/execution-view.js';
import { drainUntilStopped } from './drain-until-stopped.js';
import { showingProgress } from './follow-execution.js';
import { JOB_ARGUMENT, noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

const POLL_MS = 250;

export class ScheduleRun extends Command {
  readonly name = 'schedule:run';
  readonly description = 'Run a job now, in addition to its schedule';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options = [
    { flags: '--no-wait', description: 'only enqueue it, for a worker in another process' },
    { flags: '--follow', description: 'show its progress while it runs' },
    TENANT_OPTION,
  ];
  override readonly help = `It runs in this process, together with other work of the same queue, unless another worker claims it first. The exit code is 1
unless it succeeded at its first attempt.`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const queued = await schedulerOf(node, input).runNow(input.argument('job'));
    noteIfNotDurable(node, io);
    if (!input.flag('wait')) {
      io.result({ execution: queued }, () =>
        io.info(`queued ${queued.jobName ?? queued.type} (${queued.id}) in ${queued.queue}`),
      );
      return 0;
    }
    const running = runToItsEnd(node, io, queued);
    const { scheduler } = node;
    const execution = await (input.flag('follow')
      ? showingProgress({ node, scheduler, io }, queued.id, running)
      : running);
    io.result({ execution }, () => io.info(endedText(execution)));
    return execution.status === 'success' ? 0 : 1;
  }
}

/** Runs the execution until it has ended or waits for a retry. If another node claimed it, polls until that node is done. */
async function runToItsEnd(node: SchedulerNode, io: ConsoleIo, queued: Execution): Promise<Execution> {
  for (;;) {
    const { exitCode } = await drainUntilStopped(node, io, [queued.queue]);
    const execution = await node.scheduler.getExecution(queued.id);
    const waitsForRetry = execution.status === 'pending' && execution.attempts.length > 0;
    if (execution.finishedAt !== null || waitsForRetry || exitCode !== null) return execution;
    await new Promise<void>((resolve) => node.clock.setTimer({ delayMs: POLL_MS, callback: resolve }));
  }
}
