import type { CommandInput } from '../command/command-input.js';
import { type ChangeOfRun, RunChange } from './workflow-command.js';

export class WorkflowPause extends RunChange {
  readonly name = 'workflow:pause';
  readonly description = 'Pause a run: nothing new starts, and what runs ends';
  protected readonly done = 'paused';

  protected read(_input: CommandInput): ChangeOfRun {
    return (runs, id) => runs.pause(id);
  }
}
