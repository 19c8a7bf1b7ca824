import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { TENANT_OPTION } from './job-command.js';
import { type ChangeOfRun, RunChange } from './workflow-command.js';

export class WorkflowRetry extends RunChange {
  readonly name = 'workflow:retry';
  readonly description = 'Let a run that has ended go on from its failed steps, or from others';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--from <step>',
      description: 'go on from this step (default: those that failed)',
      repeatable: true,
    },
    TENANT_OPTION,
  ];
  override readonly help = 'What came before keeps its outputs.';
  protected readonly done = 'retried';

  protected read(input: CommandInput): ChangeOfRun {
    const steps = input.list('from');
    return (runs, id) => runs.retryFrom(id, steps.length === 0 ? undefined : steps);
  }
}
