import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type JobMessage,
  type StepMessage,
  TELEMETRY_CHANNELS,
  type TelemetryMessages,
  type TelemetryName,
  type WorkflowMessage,
} from '@scheduler/contracts';

type FieldsOf<TMessage> = Readonly<Record<keyof TMessage, true>>;

const job: FieldsOf<JobMessage> = {
  node: true,
  executionId: true,
  jobId: true,
  jobName: true,
  type: true,
  queue: true,
  priority: true,
  tenant: true,
  attempt: true,
  maxAttempts: true,
};
const batch = { ...job, batchSize: true, concurrency: true } as const;

const workflow: FieldsOf<WorkflowMessage> = { runId: true, rootId: true, workflow: true, tenant: true };
const step: FieldsOf<StepMessage> = { ...workflow, step: true, executionId: true };

/** Every field of every message; the type refuses one that is missing or too many. */
const FIELDS: { readonly [TName in TelemetryName]: FieldsOf<TelemetryMessages[TName]> } = {
  'scheduler:job:start': { ...job, scheduledAt: true, waitedMs: true },
  'scheduler:job:stop': { ...job, durationMs: true, outcome: true },
  'scheduler:job:exception': {
    ...job,
    durationMs: true,
    error: true,
    status: true,
    retryAt: true,
    deadLetter: true,
  },
  'scheduler:job:skip': { ...job, reason: true, message: true, retryAt: true },
  'scheduler:job:discard': { ...job, reason: true, durationMs: true },
  'scheduler:job:cancel': { ...job, reason: true, durationMs: true },
  'scheduler:job:preempt': {
    node: true,
    queue: true,
    preemptedExecutionId: true,
    preemptedJob: true,
    preemptedPriority: true,
    incomingExecutionId: true,
    incomingJob: true,
    incomingPriority: true,
  },
  'scheduler:job:resume': { ...job, reason: true },
  'scheduler:job:rescue': { ...job, stuckDurationMs: true, status: true },
  'scheduler:queue:pause': { queue: true },
  'scheduler:queue:resume': { queue: true },
  'scheduler:queue:scale': { queue: true, concurrency: true },
  'scheduler:dead_letter:insert': {
    ...job,
    deadLetterQueue: true,
    error: true,
    errorClass: true,
    attempts: true,
  },
  'scheduler:dead_letter:retry': {
    executionId: true,
    jobId: true,
    jobName: true,
    type: true,
    queue: true,
    tenant: true,
    originalExecutionId: true,
  },
  'scheduler:dead_letter:prune': { count: true },
  'scheduler:circuit:state_change': { circuit: true, tenant: true, from: true, to: true },
  'scheduler:circuit:trip': { circuit: true, tenant: true, failureCount: true, error: true },
  'scheduler:circuit:reject': { circuit: true, tenant: true, executionId: true, type: true },
  'scheduler:batch:start': batch,
  'scheduler:batch:progress': { ...batch, done: true, total: true },
  'scheduler:batch:stop': { ...batch, status: true, processed: true, failed: true, durationMs: true },
  'scheduler:leader:election': { node: true },
  'scheduler:leader:resignation': { node: true },
  'scheduler:workflow:start': { ...workflow, parentId: true, round: true },
  'scheduler:workflow:stop': { ...workflow, status: true, durationMs: true },
  'scheduler:workflow:exception': { ...workflow, cause: true, step: true, reason: true },
  'scheduler:workflow:pause': workflow,
  'scheduler:workflow:resume': workflow,
  'scheduler:workflow:cancel': { ...workflow, cause: true, reason: true, rollback: true },
  'scheduler:workflow:fail': { ...workflow, status: true, reason: true, durationMs: true },
  'scheduler:workflow:step:start': step,
  'scheduler:workflow:step:stop': { ...step, outcome: true, durationMs: true },
  'scheduler:workflow:step:exception': { ...step, error: true, verdict: true, durationMs: true },
  'scheduler:workflow:step:skip': { ...step, verdict: true },
  'scheduler:workflow:step:retry': { ...step, attempt: true, maxAttempts: true, error: true, retryAt: true },
  'scheduler:workflow:rollback:start': step,
  'scheduler:workflow:rollback:stop': { ...step, durationMs: true },
  'scheduler:workflow:rollback:exception': { ...step, error: true, durationMs: true },
};

const text = readFileSync(join(__dirname, '../../../../../docs/telemetry.md'), 'utf8');

/** The table of the page: channel and fields. What stands in brackets are values. */
const documented = new Map(
  [...text.matchAll(/^\| `(scheduler:[\w:]+)` +\|[^|]*\|(.*)\|$/gm)].map(([, channel = '', fields = '']) => [
    channel,
    fieldsIn(fields),
  ]),
);

function fieldsIn(cell: string): string[] {
  const fields = [...cell.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
  const common = Object.entries({ job, workflow, step }).find(([name]) => cell.includes(`_${name}_`))?.[1];
  return [...Object.keys(common ?? {}), ...fields].sort();
}

describe('docs/telemetry.md (F218)', () => {
  it('lists every channel, and no other', () => {
    expect([...documented.keys()].sort()).toEqual([...TELEMETRY_CHANNELS].sort());
  });

  it.each(TELEMETRY_CHANNELS)('lists the fields of %s', (channel) => {
    expect(documented.get(channel)).toEqual(Object.keys(FIELDS[channel]).sort());
  });

  it.each(Object.entries({ job, workflow, step }))(
    'says which fields every message has that says _%s_',
    (name, common) => {
      const [, fields = ''] = new RegExp(`_${name}_ stands for (.*?)[.;]`).exec(text) ?? [];
      expect([...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field)).toEqual(Object.keys(common));
    },
  );
});
