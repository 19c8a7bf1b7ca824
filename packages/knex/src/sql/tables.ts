import { ConfigurationInvalid } from '@scheduler/contracts';
import { raw, type Sql } from './sql.js';

export const DEFAULT_PREFIX = 'scheduler_';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/;
const NAME_RULE = 'letters, digits and _ , at most 32, starting with a letter or _';

/** The full names of the tables, safe to use in statements. */
export interface Tables {
  readonly prefix: string;
  readonly schema: string | null;
  readonly jobs: Sql;
  readonly executions: Sql;
  readonly logs: Sql;
  readonly queues: Sql;
  readonly rateLimits: Sql;
  readonly circuits: Sql;
  readonly eventHandlers: Sql;
  readonly locks: Sql;
  readonly events: Sql;
  readonly eventLog: Sql;
  readonly eventLogState: Sql;
  readonly eventCheckpoints: Sql;
  readonly workflowGraphs: Sql;
  readonly workflowRuns: Sql;
  readonly workflowAttributes: Sql;
  readonly workflowArrivals: Sql;
  readonly apiKeys: Sql;
  readonly auditLog: Sql;
  readonly idempotencyKeys: Sql;
  readonly alertRules: Sql;
  readonly alerts: Sql;
  readonly alertSilences: Sql;
  readonly migrations: Sql;
}

export interface TableNames {
  readonly tablePrefix?: string;
  readonly schema?: string;
}

/** Names cannot be bound, so that unsafe characters in them are refused. */
export function tablesOf({ tablePrefix = DEFAULT_PREFIX, schema }: TableNames): Tables {
  refuseUnsafe('tablePrefix', tablePrefix);
  if (schema !== undefined) refuseUnsafe('schema', schema);
  const table = (name: string) => raw(`${schema === undefined ? '' : `${schema}.`}${tablePrefix}${name}`);
  return {
    prefix: tablePrefix,
    schema: schema ?? null,
    jobs: table('jobs'),
    executions: table('executions'),
    logs: table('execution_logs'),
    queues: table('queues'),
    rateLimits: table('rate_limits'),
    circuits: table('circuits'),
    eventHandlers: table('event_handlers'),
    locks: table('locks'),
    events: table('events'),
    eventLog: table('event_log'),
    eventLogState: table('event_log_state'),
    eventCheckpoints: table('event_checkpoints'),
    workflowGraphs: table('workflow_graphs'),
    workflowRuns: table('workflow_runs'),
    workflowAttributes: table('workflow_attributes'),
    workflowArrivals: table('workflow_arrivals'),
    apiKeys: table('api_keys'),
    auditLog: table('audit_log'),
    idempotencyKeys: table('idempotency_keys'),
    alertRules: table('alert_rules'),
    alerts: table('alerts'),
    alertSilences: table('alert_silences'),
    migrations: table('migrations'),
  };
}

function refuseUnsafe(field: string, value: unknown): void {
  if (typeof value === 'string' && NAME.test(value)) return;
  throw new ConfigurationInvalid({ field, value, problem: 'is not a safe name', accepted: NAME_RULE });
}
