import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/**
 * Indexes by which it is counted what a tenant has: jobs that have not ended, executions that wait, runs that have not ended. What has no tenant
 * is in none of them, so that applications without tenants do not pay for them. On MySQL, which has no partial indexes, it is in them without a
 * value.
 */
export function tenantUsage0012(dialect: Dialect, full: (name: string) => string, prefix: string): Step {
  const [jobs, executions, runs] = [full('jobs'), full('executions'), full('workflow_runs')];
  const [ofJobs, ofWaiting, ofRuns] = [
    `${prefix}jobs_tenant_open`,
    `${prefix}executions_tenant_waiting`,
    `${prefix}workflow_runs_tenant_open`,
  ];
  if (dialect.name === 'mysql')
    return {
      up: [
        `ALTER TABLE ${jobs} ADD INDEX ${ofJobs} (tenant, live_name)`,
        `ALTER TABLE ${executions} ADD COLUMN waiting_tenant varchar(255) AS (IF(status = 'pending' AND tenant <> '', tenant, NULL)) VIRTUAL`,
        `ALTER TABLE ${executions} ADD INDEX ${ofWaiting} (waiting_tenant)`,
        `ALTER TABLE ${runs} ADD INDEX ${ofRuns} (tenant, ended_at)`,
      ],
      down: [
        `ALTER TABLE ${runs} DROP INDEX ${ofRuns}`,
        `ALTER TABLE ${executions} DROP INDEX ${ofWaiting}`,
        `ALTER TABLE ${executions} DROP COLUMN waiting_tenant`,
        `ALTER TABLE ${jobs} DROP INDEX ${ofJobs}`,
      ],
    };
  const partial = [
    [ofJobs, jobs, 'live_name IS NOT NULL'],
    [ofWaiting, executions, "status = 'pending'"],
    [ofRuns, runs, 'ended_at IS NULL'],
  ] as const;
  return {
    up: partial.map(
      ([index, table, where]) =>
        `CREATE INDEX IF NOT EXISTS ${index} ON ${table} (tenant) WHERE ${where} AND tenant <> ''`,
    ),
    down: partial.map(([index, table]) => `DROP INDEX IF EXISTS ${table.replace(/[^.]*$/, index)}`).reverse(),
  };
}
