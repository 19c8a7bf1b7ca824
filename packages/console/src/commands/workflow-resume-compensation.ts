import type { CommandInput } from '../command/command-input.js';
import { type ChangeOfRun, RunChange } from './workflow-command.js';

export class WorkflowResumeCompensation extends RunChange {
  readonly name = 'workflow:resume-compensation';
  readonly description = 'Try the rollbacks of a run again that have failed for good';
  protected readonly done = 'undoing again';

  protected read(_input: CommandInput): ChangeOfRun {
    return (runs, id) => runs.resumeCompensation(id);
  }
}
