import { isSchedulerError, type SchemaHealth, type StoreServer } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { waitingWithoutHandler } from '../../work/queues/without-handler.js';
import { readFiringAlerts } from './firing-alerts.js';
import { HEALTH_LIMITS } from './find-issues.js';
import type { StoreAnswer, StoreFigures } from './health-facts.js';
import type { HealthParts } from './health-parts.js';
import { type Problem, problemOf } from './problem-of.js';

const UNKNOWN: SchemaHealth = { state: 'unknown', pending: [] };

/** One round of questions to the store. What it has answered can be read at any time, so that a check need not wait for the rest. */
export class StoreReading {
  /** Null: it has not answered yet. */
  answer: StoreAnswer | null = null;
  /** Null: they have not arrived yet. */
  figures: StoreFigures | null = null;
  schema: SchemaHealth = UNKNOWN;
  problem: Problem | null = null;
  /** The servers beside the store, by name. One that is missing was not asked. */
  readonly servers = new Map<string, 'asked' | 'answered' | 'failed'>();
  /** Resolves when everything has answered or failed. */
  readonly done: Promise<void>;

  constructor(
    private readonly parts: HealthParts,
    private readonly tenant: TenantScope,
  ) {
    this.done = this.read();
  }

  private async read(): Promise<void> {
    await this.open();
    if (this.problem !== null) return;
    const servers = this.parts.store.servers ?? [];
    await Promise.all([this.readStore(), ...servers.map((server) => this.pingServer(server))]);
  }

  private async open(): Promise<void> {
    try {
      await this.parts.open();
    } catch (error) {
      await this.fail(error);
    }
  }

  private async readStore(): Promise<void> {
    try {
      this.answer = await this.ask();
      [this.figures, this.schema] = await Promise.all([this.readFigures(), this.readSchema()]);
    } catch (error) {
      await this.fail(error);
    }
  }

  private async fail(error: unknown): Promise<void> {
    const isMismatch = isSchedulerError(error) && error.code === 'SCHEMA_MISMATCH';
    if (isMismatch) this.schema = { state: 'mismatch', pending: await this.pending() };
    this.problem = problemOf(error);
  }

  private async pingServer(server: StoreServer): Promise<void> {
    this.servers.set(server.name, 'asked');
    try {
      await server.ping();
      this.servers.set(server.name, 'answered');
    } catch {
      this.servers.set(server.name, 'failed');
    }
  }

  private async ask(): Promise<StoreAnswer> {
    const { clock, schedules } = this.parts;
    const askedAtMs = clock.monotonicMs();
    const now = await schedules.now();
    const latencyMs = Math.round(clock.monotonicMs() - askedAtMs);
    // The store read its clock at some time between the request and the answer.
    const clockSkewMs = Math.round(now.getTime() + latencyMs / 2 - clock.now().getTime());
    return { latencyMs, now, clockSkewMs };
  }

  private async readFigures(): Promise<StoreFigures> {
    const { schedules, queues, leader, processed, alerts } = this.parts;
    const [leads, work, settings, nextDueAt, withoutHandler, firing] = await Promise.all([
      leader(),
      this.work(),
      queues.settings(),
      schedules.nextDueAt(),
      this.tenant === null ? waitingWithoutHandler(this.parts, processed) : null,
      alerts === null ? null : readFiringAlerts(alerts, this.tenant),
    ]);
    return { leader: leads, ...work, settings, nextDueAt, withoutHandler, alerts: firing };
  }

  /** Without statistics only the queues are counted, and those over all tenants. */
  private async work(): Promise<Pick<StoreFigures, 'workload' | 'queues'>> {
    const { tenant, parts } = this;
    if (parts.statistics === null) {
      return { workload: null, queues: tenant === null ? await parts.queues.counts() : null };
    }
    const workload = await parts.statistics.workload({ tenant, recentMs: HEALTH_LIMITS.recentMs });
    return { workload, queues: workload.queues };
  }

  private async readSchema(): Promise<SchemaHealth> {
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
