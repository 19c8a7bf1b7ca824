import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { strandedColumns } from '../views/workflow-view.js';
import { TENANT_OPTION } from './job-command.js';
import { runsOf } from './workflow-command.js';

export class WorkflowPlan extends Command {
  readonly name = 'workflow:plan';
  readonly description = 'Show which runs this build could not finish or undo; exit code 1 if there are any';
  override readonly options = [TENANT_OPTION];
  override readonly help =
    'A run keeps the graph with which it started. Run this with a new build before you deploy it: a run whose steps are gone\n' +
    'waits until a node has them. Changes nothing.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const runs = await runsOf(await context.node(), input);
    const plan = await runs.plan();
    const { checked, stranded } = plan;
    const total = `${checked} ${checked === 1 ? 'run that has' : 'runs that have'} not ended`;
    io.result(plan, () => {
      if (stranded.length === 0) return io.info(styled('green', 'fits'), `: ${total}`);
      io.table(strandedColumns, stranded);
      if (runs.listAll().length === 0) io.note('this application defines no workflows');
      io.error(`this build would strand ${stranded.length} of ${total}`);
    });
    return stranded.length === 0 ? 0 : 1;
  }
}
