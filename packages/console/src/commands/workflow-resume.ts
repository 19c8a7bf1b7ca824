import type { JsonObject } from '@scheduler/contracts';
import { isPlainObject } from '@scheduler/contracts/adapter';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readJson } from '../reading/read-values.js';
import { TENANT_OPTION } from './job-command.js';
import { type ChangeOfRun, RunChange } from './workflow-command.js';

export class WorkflowResume extends RunChange {
  readonly name = 'workflow:resume';
  readonly description = 'Resume a paused run';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--context <json>',
      description: 'an object that is added to the input of later steps: JSON, @file, or - for stdin',
    },
    TENANT_OPTION,
  ];
  protected readonly done = 'resumed';

  protected async read(input: CommandInput, context: CommandContext): Promise<ChangeOfRun> {
    const added = await readJson(input, context, 'context');
    if (added !== undefined && !isPlainObject(added))
      throw new UsageError(`--context: ${JSON.stringify(added)} is not accepted; accepted: a JSON object`);
    return (runs, id) => runs.resume(id, added === undefined ? {} : { context: added as JsonObject });
  }
}
