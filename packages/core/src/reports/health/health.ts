import { type HealthOptions, type HealthReport, toMilliseconds } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { withTimeout } from '../../support/with-timeout.js';
import { findIssues } from './find-issues.js';
import { FirstSeen } from './first-seen.js';
import type { HealthFacts, SilentServer } from './health-facts.js';
import type { HealthParts } from './health-parts.js';
import { reportHealth } from './report-health.js';
import { StoreReading } from './store-reading.js';

/** A health check of an operator or an orchestrator has to answer soon, whatever the store does. */
const TIMEOUT_MS = 1_000;

/** Checks the node and its store for what an operator wants to know first. */
export class Health {
  constructor(
    private readonly parts: HealthParts,
    private readonly tenant: TenantScope = null,
    private readonly firstSeen = new FirstSeen(),
    private readonly readings = new Map<TenantScope, StoreReading>(),
  ) {}

  /** The same check, which counts the work of one tenant only. */
  forTenant(tenant: string): Health {
    return new Health(this.parts, tenant, this.firstSeen, this.readings);
  }

  /** Never rejects because of the store: one that cannot be reached, or does not answer in time, is part of the report. */
  async check({ mustRun = true, timeout = TIMEOUT_MS }: HealthOptions = {}): Promise<HealthReport> {
    const { clock, runningSinceMs } = this.parts;
    const timeoutMs = toMilliseconds(timeout, 'timeout');
    const since = runningSinceMs();
    const facts = await this.collectFacts({ running: since !== null, mustRun, timeoutMs });
    const checkedAt = facts.answer?.now ?? clock.now();
    return reportHealth(facts, {
      uptimeMs: since === null ? 0 : Math.round(clock.monotonicMs() - since),
      checkedAt,
      issues: this.firstSeen.date(this.tenant ?? '', findIssues(facts), checkedAt),
    });
  }

  private async collectFacts(
    terms: Pick<HealthFacts, 'running' | 'mustRun' | 'timeoutMs'>,
  ): Promise<HealthFacts> {
    const { node, distributed, store, isBusy, isClosing, notRunningSince } = this.parts;
    const { running, mustRun, timeoutMs } = terms;
    const facts: HealthFacts = {
      ...terms,
      node,
      notRunningSince: notRunningSince(),
      distributed,
      idle: running && !isBusy(),
      storeName: store.capabilities.name,
      asked: false,
      answer: null,
      figures: null,
      schema: { state: 'unknown', pending: [] },
      problem: null,
      silentServers: [],
    };
    // A stopped node has closed its store, and would not close it again.
    if (isClosing() || (!running && mustRun)) return facts;
    const reading = this.read();
    const isDone = await withTimeout(this.parts.clock, timeoutMs, reading.done);
    const { answer, figures, schema, problem } = reading;
    const read = { ...facts, asked: true, answer, figures, schema };
    const silentServers = this.silentServers(reading, timeoutMs);
    if (isDone || answer !== null) return { ...read, problem, silentServers };
    return { ...read, problem: unanswered(facts.storeName, timeoutMs), silentServers };
  }

  /** Checks that come while an earlier one still waits for the store do not ask again: a silent store must not be flooded. */
  private read(): StoreReading {
    const pending = this.readings.get(this.tenant);
    if (pending !== undefined) return pending;
    const reading = new StoreReading(this.parts, this.tenant);
    this.readings.set(this.tenant, reading);
    void reading.done.finally(() => this.readings.delete(this.tenant));
    return reading;
  }

  private silentServers({ servers }: StoreReading, timeoutMs: number): readonly SilentServer[] {
    const { store, needsServers: needed } = this.parts;
    return (store.servers ?? []).flatMap(({ name, holds }) => {
      const state = servers.get(name) ?? 'answered';
      if (state === 'answered') return [];
      const problem = state === 'failed' ? 'does not answer' : `did not answer within ${timeoutMs} ms`;
      return [{ name, holds, problem, needed }];
    });
  }
}

function unanswered(storeName: string, timeoutMs: number) {
  const message = `the ${storeName} store did not answer within ${timeoutMs} ms; check that it runs and can be reached`;
  return { code: 'STORE_UNAVAILABLE', message };
}
