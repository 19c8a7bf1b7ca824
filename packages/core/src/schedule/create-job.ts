import {
  type ScheduleDefinition,
  type ScheduledJob,
  ScheduleInvalid,
  type WriteOptions,
} from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { withTypeDefaults } from '../execute/handlers/type-defaults.js';
import { definitionSchema, type ReadDefinition } from './input/definition-schema.js';
import { readInput } from '../support/input/read-input.js';
import { firstRun } from './first-run.js';
import { jobOfDefinition } from './job-of-definition.js';
import { checkPorts, checkWork, type ManagerParts, storeNow } from './manager-parts.js';
import { resolveTenant } from './resolve-tenant.js';

/** Why a job that was never enabled is paused. */
export const NOT_ENABLED = 'scheduled as not enabled';

const KNOWN = Object.keys(definitionSchema.shape);

/** Checks a definition, finds its first run, and stores it. */
export async function createJob(
  parts: ManagerParts,
  given: ScheduleDefinition,
  { tenant, transaction }: WriteOptions & { readonly tenant: TenantScope },
): Promise<ScheduledJob> {
  const definition = readDefinition(withTypeDefaults(parts.handlers, given));
  const job = prepare(parts, definition, resolveTenant(definition.tenant, tenant));
  const publish = () => parts.jobEvents.publish('scheduler:job.created', job);
  if (transaction !== undefined) {
    const add = { jobs: [job], transaction, onCommitted: () => void publish() };
    await parts.quotas.addJob(job, () => parts.schedules.add(add), transaction);
    return job;
  }
  await parts.quotas.addJob(job, () => parts.schedules.add({ jobs: [job] }));
  await publish();
  return job;
}

export function readDefinition(given: ScheduleDefinition): ReadDefinition {
  return readInput({
    schema: definitionSchema,
    value: given,
    error: ScheduleInvalid,
    subject: 'definition',
    known: KNOWN,
  });
}

function prepare(parts: ManagerParts, definition: ReadDefinition, tenant: string | null): ScheduledJob {
  const now = storeNow(parts);
  const defined = jobOfDefinition({
    definition,
    id: definition.id ?? parts.ids.next(),
    now,
    config: parts.config,
    tenant,
  });
  const trace = parts.tracing.contextOf(defined.metadata);
  const active = (trace === null ? defined : defined.with({ trace })).activate(
    firstRun(defined, parts.recurrence, now),
    now,
  );
  checkWork(parts, active);
  checkPorts(parts, active, null);
  return definition.enabled === false ? active.pause(now, NOT_ENABLED) : active;
}
