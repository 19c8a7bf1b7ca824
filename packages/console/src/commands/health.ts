import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertText, healthLines, issueText } from '../views/health-view.js';
import { printLines } from '../views/labelled-lines.js';

export class Health extends Command {
  readonly name = 'health';
  readonly description = 'Check store, queues and workers; exit code 1 if something is broken';
  override readonly options = [{ flags: '--strict', description: 'exit code 1 for the status degraded too' }];
  override readonly help =
    'Nothing is written, except the tables of an embedded store. A connection URL is never shown. This process only reads: it need not run jobs to be healthy.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    // The check itself opens the store: a store that cannot be opened is a result here, not an error.
    const report = await (await context.unopenedNode()).health({ mustRun: false, timeout: '10s' });
    io.result(report, () => {
      printLines(io, healthLines(report));
      for (const issue of report.issues) io.line(...issueText(issue));
      for (const alert of report.alerts?.worst ?? []) io.line(...alertText(alert));
    });
    const isFine = input.flag('strict') ? report.status === 'healthy' : report.status !== 'unhealthy';
    return isFine ? 0 : 1;
  }
}
