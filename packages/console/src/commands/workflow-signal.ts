import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { readJson } from '../reading/read-values.js';
import { TENANT_OPTION } from './job-command.js';
import { type ChangeOfRun, RunChange, RUN_ARGUMENT } from './workflow-command.js';

export class WorkflowSignal extends RunChange {
  readonly name = 'workflow:signal';
  readonly description = 'Send a signal to a run, which keeps it until a step wants it';
  override readonly arguments = [RUN_ARGUMENT, { name: 'name', description: 'name of the signal' }];
  override readonly options: readonly CommandOption[] = [
    { flags: '--data <json>', description: 'the output of the step: JSON, @file, or - for stdin' },
    { flags: '--key <key>', description: 'a second signal with the same key is the same signal' },
    TENANT_OPTION,
  ];
  protected readonly done = 'signalled';

  protected async read(input: CommandInput, context: CommandContext): Promise<ChangeOfRun> {
    const [data, key] = [await readJson(input, context, 'data'), input.text('key')];
    return (runs, id) =>
      runs.signal(id, input.argument('name'), {
        ...(data === undefined ? {} : { data }),
        ...(key === undefined ? {} : { key }),
      });
  }
}
