import type { Execution } from '@scheduler/contracts';
import type { TickReport } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { runColumns } from '../views/execution-view.js';
import { drainUntilStopped } from './drain-until-stopped.js';
import { noteIfNotDurable } from './job-command.js';

export class ScheduleProcess extends Command {
  readonly name = 'schedule:process';
  readonly description = 'Fire the jobs that are due, once; to be called by cron each minute';
  override readonly options = [{ flags: '--run', description: 'also run queued executions in this process' }];
  override readonly help = `A job that fails does not make the command fail: it is retried, and its history shows the failure.

Example, in a crontab:
  * * * * * cd /srv/shop && npx scheduler schedule:process --run --quiet`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const tick = await node.tick();
    const drained = input.flag('run') ? await drainUntilStopped(node, io) : null;
    const ran = drained?.executions ?? null;
    if (tick.fired.length > 0) noteIfNotDurable(node, io);
    const withoutHandler = drained?.withoutHandler ?? [];
    io.result({ ...tick, ran, withoutHandler }, () => {
      if (!io.quiet) printReport(io, tick, ran);
    });
    for (const { queue, type, waiting } of withoutHandler)
      io.note(
        `left in the queue ${queue}: ${waiting} of the type ${type}, for which this process has no handler`,
      );
    return drained?.exitCode ?? 0;
  }
}

function printReport(io: ConsoleIo, tick: TickReport, ran: readonly Execution[] | null): void {
  const { due, fired, skipped, conflicts, quarantined } = tick;
  io.line(
    `${due} due, ${fired.length} fired, ${skipped.length} skipped${conflicts > 0 ? `, ${conflicts} fired elsewhere` : ''}`,
  );
  // An execution that was fired and run is shown once, with its result.
  const ranIds = new Set(ran?.map(({ id }) => id));
  const rows = [...fired.filter(({ id }) => !ranIds.has(id)), ...skipped, ...(ran ?? [])];
  if (rows.length > 0) io.table(runColumns, rows);
  for (const job of quarantined)
    io.note(`job ${job} was paused because its stored data are not valid; see schedule:show`);
}
