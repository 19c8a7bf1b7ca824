import type { EventEntity } from '@scheduler/contracts';
import type { EventLogQuery } from '@scheduler/core';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';

const ENTITIES: readonly EventEntity[] = ['job', 'execution', 'queue', 'workflow'];

export const EVENT_FILTER_OPTIONS: readonly CommandOption[] = [
  { flags: '--name <event>', description: 'only events of this name, such as JobPaused', repeatable: true },
  { flags: '--entity <kind>', description: 'only events of this kind of thing', choices: ENTITIES },
  { flags: '--id <id>', description: 'only events of this job, execution, run or queue' },
  { flags: '--job <id>', description: 'only events of the job with this id, and of its executions' },
  { flags: '--since <when>', description: 'happened since: 1h, 7d or an instant' },
];

/** What the options of a command say, without `--since`. */
export function readEventFilter(
  input: CommandInput,
): Pick<EventLogQuery, 'tenant' | 'names' | 'entity' | 'entityId' | 'jobId'> {
  const [names, entityId, jobId] = [input.list('name'), input.text('id'), input.text('job')];
  // Commander has checked the values of options with choices.
  const entity = input.text('entity') as EventEntity | undefined;
  return {
    tenant: input.text('tenant') ?? null,
    ...(names.length === 0 ? {} : { names }),
    ...(entity === undefined ? {} : { entity }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(jobId === undefined ? {} : { jobId }),
  };
}
