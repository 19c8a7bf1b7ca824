import type { Row } from '../database/results.js';
import { toNumberOrNull, toTextOrNull } from '../rows/values.js';

/** An execution that could be claimed, with its concurrency limits. */
export interface Candidate {
  readonly id: string;
  readonly jobId: string | null;
  /** The limit of its job. Null: none, or the job is exclusive, which the claim checks without counting. */
  readonly jobLimit: number | null;
  readonly tenant: string;
  readonly key: string | null;
  readonly keyLimit: number | null;
}

export function candidateOf(row: Row): Candidate {
  return {
    id: String(row['id']),
    jobId: toTextOrNull(row['job_id']),
    jobLimit: toNumberOrNull(row['job_limit']),
    tenant: String(row['tenant']),
    key: toTextOrNull(row['limit_key']),
    keyLimit: toNumberOrNull(row['key_limit']),
  };
}

/** Counts running executions by queue, job and key, and decides which candidates their limits allow. */
export class Capacity {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly queue: string,
    /** How many executions of the queue may run over all nodes. Null: any number. */
    private readonly queueLimit: number | null,
  ) {}

  count(name: string, running: number): void {
    this.running.set(name, this.runningUnder(name) + running);
  }

  runningUnder(name: string): number {
    return this.running.get(name) ?? 0;
  }

  /** How many more executions of the queue may run. */
  get inQueue(): number {
    if (this.queueLimit === null) return Infinity;
    return Math.max(0, this.queueLimit - this.runningUnder(queueName(this.queue)));
  }

  /** The first candidates that the limits allow, up to `most`, and the names of their limits. */
  choose(candidates: readonly Candidate[], most: number): Chosen {
    const ids: string[] = [];
    const limits = new Set<string>();
    for (const candidate of candidates) {
      const under = this.limitsOf(candidate);
      const fits = under.every(({ name, limit }) => this.runningUnder(name) < limit);
      if (ids.length >= most || !fits) continue;
      ids.push(candidate.id);
      for (const { name } of under) {
        this.count(name, 1);
        limits.add(name);
      }
    }
    return { ids, limits: [...limits] };
  }

  private limitsOf({ jobId, jobLimit, tenant, key, keyLimit }: Candidate) {
    const limits: { readonly name: string; readonly limit: number }[] = [];
    if (this.queueLimit !== null) limits.push({ name: queueName(this.queue), limit: this.queueLimit });
    if (jobId !== null && jobLimit !== null) limits.push({ name: jobName(jobId), limit: jobLimit });
    if (key !== null && keyLimit !== null) limits.push({ name: keyName(tenant, key), limit: keyLimit });
    return limits;
  }
}

export interface Chosen {
  readonly ids: readonly string[];
  readonly limits: readonly string[];
}

export const queueName = (queue: string) => `queue ${queue}`;
export const jobName = (jobId: string) => `job ${jobId}`;
export const keyName = (tenant: string, key: string) => `key ${JSON.stringify([tenant, key])}`;
