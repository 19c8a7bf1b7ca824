import type { Expiring } from '../shared/retention.js';

export interface CleanupRequest {
  readonly retentionDays: number;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** How many of each kind were deleted. */
export type Deleted = Readonly<Record<string, number>>;

const DAY_MS = 86_400_000;

export class CleanupService {
  constructor(private readonly expiring: readonly Expiring[]) {}

  async deleteOlderThan({ retentionDays, now, signal }: CleanupRequest): Promise<Deleted> {
    const cutoff = new Date(now.getTime() - retentionDays * DAY_MS);
    const deleted: Record<string, number> = {};
    for (const data of this.expiring) deleted[data.name] = await data.deleteOlderThan(cutoff, signal);
    return deleted;
  }
}
