import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { definitionColumns } from '../views/workflow-view.js';
import { workflowsOfNode } from '../application/workflows-of-node.js';

export class WorkflowDefinitions extends Command {
  readonly name = 'workflow:definitions';
  readonly description = 'List the workflows that the application defines';
  override readonly help = 'STARTED BY names the jobs that start a workflow by its schedules.';

  async run(_input: CommandInput, { io, unopenedNode }: CommandContext): Promise<void> {
    const workflows = (await workflowsOfNode(await unopenedNode())).listAll();
    io.result({ workflows }, () => {
      if (workflows.length === 0) io.info('this application defines no workflows');
      else io.table(definitionColumns, workflows);
    });
  }
}
