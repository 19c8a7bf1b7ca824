import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { DECISION_OPTIONS, readDecision } from '../reading/read-decision.js';
import { TENANT_OPTION } from './job-command.js';
import { type ChangeOfRun, RunChange, RUN_ARGUMENT, STEP_ARGUMENT } from './workflow-command.js';

export class WorkflowReject extends RunChange {
  readonly name = 'workflow:reject';
  readonly description = 'Reject a step of a run that waits for a decision';
  override readonly arguments = [RUN_ARGUMENT, STEP_ARGUMENT];
  override readonly options: readonly CommandOption[] = [...DECISION_OPTIONS, TENANT_OPTION];
  protected readonly done = 'rejected in';

  protected async read(input: CommandInput, context: CommandContext): Promise<ChangeOfRun> {
    const decision = await readDecision(input, context);
    return (runs, id) => runs.reject(id, input.argument('step'), decision);
  }
}
