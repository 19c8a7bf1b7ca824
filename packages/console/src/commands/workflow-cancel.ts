import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { TENANT_OPTION } from './job-command.js';
import { type ChangeOfRun, RunChange } from './workflow-command.js';

export class WorkflowCancel extends RunChange {
  readonly name = 'workflow:cancel';
  readonly description = 'Cancel a run: nothing new starts, and what runs is asked to stop';
  override readonly options: readonly CommandOption[] = [
    { flags: '--reason <text>', description: 'the reason, which is stored' },
    { flags: '--rollback', description: 'undo what was done' },
    TENANT_OPTION,
  ];
  protected readonly done = 'cancelled';

  protected read(input: CommandInput): ChangeOfRun {
    const [reason, rollback] = [input.text('reason'), input.flag('rollback')];
    return (runs, id) => runs.cancel(id, { rollback, ...(reason === undefined ? {} : { reason }) });
  }
}
