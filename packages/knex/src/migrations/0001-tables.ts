import type { ColumnTypes, TableShape } from '../dialects/dialect.js';

type Shape = (types: ColumnTypes) => TableShape;

const index = (name: string, columns: readonly string[], where: string | null = null) => ({
  name,
  columns,
  unique: false,
  where,
});
const unique = (name: string, columns: readonly string[], where: string | null = null) => ({
  name,
  columns,
  unique: true,
  where,
});

const jobs: Shape = ({ key, word, text, int, small }) => ({
  name: 'jobs',
  columns: [
    `id ${key} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `name ${key} NOT NULL`,
    `name_lower ${text} NOT NULL`,
    `live_name ${key}`,
    `description ${text}`,
    `type ${key} NOT NULL`,
    `target_id ${key}`,
    `payload ${text} NOT NULL`,
    `trigger_kind ${word} NOT NULL`,
    `trigger_spec ${text} NOT NULL`,
    `policies ${text} NOT NULL`,
    `queue ${word} NOT NULL`,
    `priority ${small} NOT NULL`,
    `tags ${text} NOT NULL`,
    `metadata ${text} NOT NULL`,
    `created_by ${key}`,
    `status ${word} NOT NULL`,
    `status_reason ${text}`,
    `start_at ${int}`,
    `end_at ${int}`,
    `max_executions ${int}`,
    `jitter_ms ${int} NOT NULL`,
    `exclusions ${text}`,
    `next_run_at ${int}`,
    `due_at ${int}`,
    `last_run_at ${int}`,
    `fired_count ${int} NOT NULL`,
    `executions_count ${int} NOT NULL`,
    `success_count ${int} NOT NULL`,
    `failure_count ${int} NOT NULL`,
    `total_duration_ms ${int} NOT NULL`,
    `revision ${int} NOT NULL`,
    `created_at ${int} NOT NULL`,
    `updated_at ${int} NOT NULL`,
    `paused_at ${int}`,
    `completed_at ${int}`,
    `cancelled_at ${int}`,
  ],
  primaryKey: ['id'],
  indexes: [
    unique('jobs_live_name', ['live_name', 'tenant'], 'live_name IS NOT NULL'),
    index('jobs_ended_name', ['name'], 'live_name IS NULL'),
    index('jobs_due', ['due_at', 'id'], 'due_at IS NOT NULL'),
    // The exact order of the default list: jobs that were imported together have the same instant of creation.
    index('jobs_created', ['created_at DESC', 'id']),
  ],
});

const executions: Shape = ({ key, word, text, int, small }) => ({
  name: 'executions',
  columns: [
    `id ${key} NOT NULL`,
    `job_id ${key}`,
    `tenant ${key} NOT NULL`,
    `type ${key} NOT NULL`,
    `queue ${word} NOT NULL`,
    `priority ${small} NOT NULL`,
    `payload ${text} NOT NULL`,
    `details ${text} NOT NULL`,
    `exclusive_job ${key}`,
    `occurrence_at ${int}`,
    `occurrence ${int}`,
    `scheduled_at ${int} NOT NULL`,
    `available_at ${int} NOT NULL`,
    `status ${word} NOT NULL`,
    `reason_code ${word}`,
    `reason_message ${text}`,
    `tries ${int} NOT NULL`,
    `fence ${int} NOT NULL`,
    `owner ${key}`,
    `lease_until ${int}`,
    `cancel_request ${text}`,
    `started_at ${int}`,
    `finished_at ${int}`,
    `duration_ms ${int}`,
    `output ${text}`,
    `error ${text}`,
    `attempts ${text}`,
    `last_attempt ${word}`,
    `dead_letter_queue ${word}`,
    `dead_letter_at ${int}`,
    `created_at ${int} NOT NULL`,
  ],
  primaryKey: ['id'],
  indexes: [
    index('executions_claim', ['queue', 'priority', 'available_at', 'id'], "status = 'pending'"),
    index('executions_lease', ['lease_until'], "status = 'running'"),
    index('executions_ended', ['finished_at'], 'finished_at IS NOT NULL'),
    index(
      'executions_unfinished',
      ['job_id', 'status'],
      "job_id IS NOT NULL AND status IN ('pending', 'running')",
    ),
    unique('executions_occurrence', ['job_id', 'occurrence_at'], 'job_id IS NOT NULL'),
    unique('executions_exclusive', ['exclusive_job'], "status = 'running' AND exclusive_job IS NOT NULL"),
  ],
});

const logs: Shape = ({ key, word, text, int, serial }) => ({
  name: 'execution_logs',
  columns: [
    `id ${serial}`,
    `execution_id ${key} NOT NULL`,
    `at ${int} NOT NULL`,
    `level ${word} NOT NULL`,
    `message ${text} NOT NULL`,
    `context ${text} NOT NULL`,
  ],
  primaryKey: ['id'],
  indexes: [index('execution_logs_execution', ['execution_id', 'id'])],
});

const queues: Shape = ({ word, int, small }) => ({
  name: 'queues',
  columns: [`name ${word} NOT NULL`, `paused ${small} NOT NULL`, `concurrency ${int}`],
  primaryKey: ['name'],
  indexes: [],
});

const locks: Shape = ({ key, int }) => ({
  name: 'locks',
  columns: [`name ${key} NOT NULL`, `holder ${key}`, `epoch ${int} NOT NULL`, `until_at ${int} NOT NULL`],
  primaryKey: ['name'],
  indexes: [],
});

const events: Shape = ({ key, text, int, serial }) => ({
  name: 'events',
  columns: [
    `id ${serial}`,
    `origin ${key} NOT NULL`,
    `name ${key} NOT NULL`,
    `at ${int} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `data ${text} NOT NULL`,
    `stored_at ${int} NOT NULL`,
  ],
  primaryKey: ['id'],
  indexes: [],
});

/** The first schema: jobs, executions with their leases, logs, queue settings, locks and events. */
export const tables0001: readonly Shape[] = [jobs, executions, logs, queues, locks, events];
