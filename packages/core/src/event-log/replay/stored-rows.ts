import type { EventEntity, Execution, QueueSettings, ScheduledJob, WorkflowRun } from '@scheduler/contracts';
import type {
  EventFold,
  ExecutionRepository,
  QueueRepository,
  ScheduleRepository,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { pagesByInstant } from '../../support/pages-by-instant.js';

export interface RowPorts {
  readonly schedules: Pick<ScheduleRepository, 'list' | 'get'>;
  readonly executions: Pick<ExecutionRepository, 'list' | 'get'>;
  readonly queues: Pick<QueueRepository, 'settings'>;
  /** Null: the store keeps no runs. */
  readonly workflows: Pick<WorkflowRepository, 'list' | 'get'> | null;
}

/** The rows of one kind: how they are read, and where the fold has them. */
export interface RowKind<TRow extends object = object> {
  readonly entity: EventEntity;
  pages(): AsyncIterable<readonly TRow[]>;
  /** Null: it is not stored. */
  get(id: string): Promise<TRow | null>;
  idOf(row: TRow): string;
  /** Decides in which part it is folded. */
  keyOf(row: TRow): string;
  /** Null: rows of this kind do not say it. */
  createdAt(row: TRow): Date | null;
  folded(fold: EventFold): ReadonlyMap<string, TRow>;
}

const PAGE = 500;

function jobs({ schedules }: RowPorts): RowKind<ScheduledJob> {
  return {
    entity: 'job',
    pages: () =>
      pagesByInstant<ScheduledJob>({
        limit: PAGE,
        instantOf: ({ createdAt }) => createdAt,
        read: async ({ since, ...page }) => {
          const after = since === undefined ? {} : { createdAfter: since };
          const order = { sortBy: 'createdAt', sortOrder: 'asc' } as const;
          return (await schedules.list({ ...after, ...page, ...order, tenant: null })).items;
        },
      }),
    get: (id) => schedules.get({ id, tenant: null }),
    idOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    createdAt: (job) => job.createdAt,
    folded: (fold) => fold.jobs,
  };
}

function executions({ executions: rows }: RowPorts): RowKind<Execution> {
  return {
    entity: 'execution',
    pages: () =>
      pagesByInstant<Execution>({
        limit: PAGE,
        instantOf: ({ startedAt, scheduledAt }) => startedAt ?? scheduledAt,
        read: async ({ since, ...page }) => {
          const after = since === undefined ? {} : { since };
          return (await rows.list({ ...after, ...page, sortOrder: 'asc', tenant: null })).items;
        },
      }),
    get: (id) => rows.get({ id, tenant: null }),
    idOf: ({ id }) => id,
    keyOf: ({ id, jobId }) => jobId ?? id,
    createdAt: (execution) => execution.createdAt,
    folded: (fold) => fold.executions,
  };
}

function queues({ queues: settings }: RowPorts): RowKind<QueueSettings> {
  return {
    entity: 'queue',
    pages: async function* () {
      yield await settings.settings();
    },
    get: async (id) => (await settings.settings()).find(({ queue }) => queue === id) ?? null,
    idOf: ({ queue }) => queue,
    keyOf: ({ queue }) => queue,
    createdAt: () => null,
    folded: (fold) => fold.queues,
  };
}

function runs(workflows: NonNullable<RowPorts['workflows']>): RowKind<WorkflowRun> {
  return {
    entity: 'workflow',
    pages: async function* () {
      for (let offset = 0, more = true; more; offset += PAGE) {
        const { items } = await workflows.list({ tenant: null, sortOrder: 'asc', limit: PAGE, offset });
        more = items.length === PAGE;
        yield items;
      }
    },
    get: (id) => workflows.get({ id, tenant: null }),
    idOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    createdAt: (run) => run.createdAt,
    folded: (fold) => fold.runs,
  };
}

export function rowKinds(ports: RowPorts): readonly RowKind[] {
  const { workflows } = ports;
  return [
    jobs(ports),
    executions(ports),
    queues(ports),
    ...(workflows === null ? [] : [runs(workflows)]),
  ] as readonly RowKind[];
}

/** How many rows there are, as far as their lists say. */
export async function countRows({ schedules, executions: rows, workflows }: RowPorts): Promise<number> {
  const one = { tenant: null, limit: 1, offset: 0, sortOrder: 'asc' } as const;
  const totals = await Promise.all([
    schedules.list({ ...one, sortBy: 'createdAt' }),
    rows.list(one),
    ...(workflows === null ? [] : [workflows.list(one)]),
  ]);
  return totals.reduce((sum, { total }) => sum + total, 0);
}
