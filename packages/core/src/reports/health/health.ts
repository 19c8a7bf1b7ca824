import {
  type Clock,
  type HealthOptions,
  type HealthReport,
  isSchedulerError,
  type Leader,
  type SchemaHealth,
  type StoreCapabilities,
  type StoreMigrations,
} from '@scheduler/contracts';
import {
  narrowScope,
  type QueueRepository,
  type ScheduleRepository,
  type StatisticsRepository,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { HEALTH_LIMITS } from './find-issues.js';
import type { HealthFacts, StoreFacts } from './health-facts.js';
import { problemOf } from './problem-of.js';
import { reportHealth } from './report-health.js';

export interface HealthParts {
  readonly node: string;
  readonly clock: Clock;
  readonly distributed: boolean;
  readonly store: {
    readonly capabilities: StoreCapabilities;
    readonly migrations: StoreMigrations | null;
  };
  readonly schedules: Pick<ScheduleRepository, 'nextDueAt' | 'now'>;
  /** Null: the store has none, and the report says what the queues say. */
  readonly statistics: Pick<StatisticsRepository, 'workload'> | null;
  readonly queues: Pick<QueueRepository, 'settings' | 'counts'>;
  readonly leader: () => Promise<Leader | null>;
  /** Opens the store if it is not open. */
  readonly open: () => Promise<void>;
  /** When the node was started, by the monotonic clock. Null: it does not run. */
  readonly runningSinceMs: () => number | null;
}

const UNKNOWN: SchemaHealth = { state: 'unknown', pending: [] };

/** Checks the node and its store for what an operator wants to know first. */
export class Health {
  constructor(
    private readonly parts: HealthParts,
    private readonly tenant: TenantScope = null,
  ) {}

  /** The same check, which counts the work of one tenant only. */
  forTenant(tenant: string): Health {
    return new Health(this.parts, narrowScope(this.tenant, tenant));
  }

  /** It never throws: a store that cannot be reached is part of the report. */
  async check({ mustRun = true }: HealthOptions = {}): Promise<HealthReport> {
    const { clock, runningSinceMs } = this.parts;
    const since = runningSinceMs();
    const facts = await this.collectFacts(since !== null, mustRun);
    return reportHealth(facts, {
      uptimeMs: since === null ? 0 : Math.round(clock.monotonicMs() - since),
      checkedAt: facts.store?.now ?? clock.now(),
    });
  }

  private async collectFacts(running: boolean, mustRun: boolean): Promise<HealthFacts> {
    const { node, distributed, store } = this.parts;
    const { name: storeName } = store.capabilities;
    const facts: HealthFacts = {
      node,
      running,
      mustRun,
      distributed,
      storeName,
      store: null,
      schema: UNKNOWN,
      problem: null,
    };
    // A stopped node has closed its store, and would not close it again.
    if (!running && mustRun) return facts;
    try {
      await this.parts.open();
      return { ...facts, store: await this.readStore(), schema: await this.schema() };
    } catch (error) {
      const isMismatch = isSchedulerError(error) && error.code === 'SCHEMA_MISMATCH';
      const schema: SchemaHealth = isMismatch
        ? { state: 'mismatch', pending: await this.pending() }
        : UNKNOWN;
      return { ...facts, schema, problem: problemOf(error) };
    }
  }

  private async readStore(): Promise<StoreFacts> {
    const { clock, schedules, queues, leader } = this.parts;
    const askedAtMs = clock.monotonicMs();
    const now = await schedules.now();
    const latencyMs = Math.round(clock.monotonicMs() - askedAtMs);
    // The store read its clock at some time between the request and the answer.
    const clockSkewMs = Math.round(now.getTime() + latencyMs / 2 - clock.now().getTime());
    return {
      latencyMs,
      now,
      clockSkewMs,
      leader: await leader(),
      ...(await this.work()),
      settings: await queues.settings(),
      nextDueAt: await schedules.nextDueAt(),
    };
  }

  /** Without statistics only the queues are counted, and those over all tenants. */
  private async work(): Promise<Pick<StoreFacts, 'workload' | 'queues'>> {
    const { tenant, parts } = this;
    if (parts.statistics === null) {
      return { workload: null, queues: tenant === null ? await parts.queues.counts() : null };
    }
    const workload = await parts.statistics.workload({ tenant, recentMs: HEALTH_LIMITS.recentMs });
    return { workload, queues: workload.queues };
  }

  private async schema(): Promise<SchemaHealth> {
    if (this.parts.store.migrations === null) return { state: 'none', pending: [] };
    const pending = await this.pending();
    return { state: pending.length === 0 ? 'current' : 'mismatch', pending };
  }

  /** The pending migrations. Empty also where the schema is newer than this build. */
  private async pending(): Promise<readonly string[]> {
    const states = (await this.parts.store.migrations?.status().catch(() => [])) ?? [];
    return states.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
  }
}
