import {
  type BeginIdempotent,
  type CompleteIdempotent,
  type IdempotencyEntry,
  type IdempotencyHold,
  type IdempotencyRepository,
  type IdempotencyState,
  ownCopy,
  type PruneIdempotent,
  stateForRequest,
} from '@scheduler/contracts/adapter';
import type { StoreClock } from '../database/memory-database.js';

interface Entry extends IdempotencyEntry {
  readonly tenant: string | null;
}

/** Idempotency keys in memory, which live as long as the store. */
export class MemoryIdempotencyRepository implements IdempotencyRepository {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly clock: StoreClock) {}

  async begin(request: BeginIdempotent): Promise<IdempotencyState> {
    const { tenant, requestHash, holder, lockMs, ttlMs } = request;
    const now = this.clock.now();
    const state = stateForRequest(this.entries.get(nameOf(request)) ?? null, request, now);
    if (state.kind !== 'new') return ownCopy(state);
    this.entries.set(nameOf(request), {
      tenant,
      requestHash,
      holder,
      lockedUntil: new Date(now.getTime() + lockMs),
      expiresAt: new Date(now.getTime() + ttlMs),
      response: null,
    });
    return state;
  }

  async complete({ response, ...hold }: CompleteIdempotent): Promise<boolean> {
    const entry = this.entries.get(nameOf(hold));
    if (entry === undefined || entry.holder !== hold.holder) return false;
    this.entries.set(nameOf(hold), { ...entry, response: ownCopy(response) });
    return true;
  }

  async abandon(hold: IdempotencyHold): Promise<void> {
    const entry = this.entries.get(nameOf(hold));
    if (entry?.holder === hold.holder && entry.response === null) this.entries.delete(nameOf(hold));
  }

  async prune({ before, limit }: PruneIdempotent): Promise<number> {
    return this.delete(limit, ({ expiresAt }) => expiresAt < before);
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    return this.delete(limit, (entry) => entry.tenant === tenant);
  }

  private delete(limit: number, isOver: (entry: Entry) => boolean): number {
    let deleted = 0;
    for (const [name, entry] of this.entries) {
      if (deleted >= limit) break;
      if (isOver(entry) && this.entries.delete(name)) deleted += 1;
    }
    return deleted;
  }
}

/** The length separates the parts, whatever characters they have. */
function nameOf({ scope, key }: Pick<IdempotencyHold, 'scope' | 'key'>): string {
  return `${scope.length}:${scope}${key}`;
}
