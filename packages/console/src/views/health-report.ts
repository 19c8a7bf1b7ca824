import { isSchedulerError, type Leader } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';

export interface HealthReport {
  readonly healthy: boolean;
  /** `latencyMs` null: it does not answer. */
  readonly store: { readonly name: string; readonly latencyMs: number | null };
  /** `none`: the store needs no schema. `unknown`: it could not be asked. */
  readonly schema: {
    readonly state: 'current' | 'mismatch' | 'none' | 'unknown';
    readonly pending: readonly string[];
  };
  /** Over all queues. Null: they could not be counted. */
  readonly queues: { readonly available: number; readonly delayed: number; readonly running: number } | null;
  readonly leadership: { readonly distributed: boolean; readonly leader: Leader | null };
  /** Null: there is none. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

/** Opens the store and asks it everything that an operator wants to know first. It never throws. */
export async function checkHealth(node: SchedulerNode): Promise<HealthReport> {
  const { distributed } = node.config.leadership;
  try {
    await node.open();
    const asked = node.clock.monotonicMs();
    const stats = await node.queues.stats();
    const latencyMs = Math.round(node.clock.monotonicMs() - asked);
    const schema = await schemaOf(node);
    return {
      healthy: schema.state !== 'mismatch',
      store: { name: node.store.name, latencyMs },
      schema,
      queues: {
        available: stats.reduce((sum, { available }) => sum + available, 0),
        delayed: stats.reduce((sum, { delayed }) => sum + delayed, 0),
        running: stats.reduce((sum, { running }) => sum + running, 0),
      },
      leadership: { distributed, leader: await node.leadership.leader() },
      problem: null,
    };
  } catch (error) {
    const mismatch = isSchedulerError(error) && error.code === 'SCHEMA_MISMATCH';
    return {
      healthy: false,
      store: { name: node.store.name, latencyMs: null },
      schema: { state: mismatch ? 'mismatch' : 'unknown', pending: mismatch ? await pendingOf(node) : [] },
      queues: null,
      leadership: { distributed, leader: null },
      problem: problemOf(error),
    };
  }
}

async function schemaOf(node: SchedulerNode): Promise<HealthReport['schema']> {
  if (node.migrations === null) return { state: 'none', pending: [] };
  const pending = await pendingOf(node);
  return { state: pending.length === 0 ? 'current' : 'mismatch', pending };
}

/** Empty also where the schema is newer than this build, which has no name for what is missing. */
async function pendingOf({ migrations }: SchedulerNode): Promise<readonly string[]> {
  const states = (await migrations?.status().catch(() => [])) ?? [];
  return states.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
}

/** What is not ours may quote a connection URL, and that may hold a password. */
export function problemOf(error: unknown): { readonly code: string; readonly message: string } {
  if (isSchedulerError(error)) return { code: error.code, message: withoutUrls(error.message) };
  return { code: 'UNEXPECTED', message: withoutUrls(error instanceof Error ? error.message : String(error)) };
}

function withoutUrls(message: string): string {
  return message.replace(/\b[a-z][a-z0-9+]*:\/\/\S+/gi, '(a URL)');
}
