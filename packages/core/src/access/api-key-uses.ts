import type { ApiKey, Timer } from '@scheduler/contracts';
import type { AccessParts } from './access-parts.js';

/** How long uses are collected before they are written. */
const COLLECT_MS = 5_000;
/** A use that follows the stored one so soon is not worth a write. */
const RESOLUTION_MS = 60_000;

/** Remembers when keys were used, and writes it for many uses at once: a request does not wait for it. */
export class ApiKeyUses {
  private uses = new Map<string, Date>();
  private timer: Timer | null = null;

  constructor(private readonly parts: Pick<AccessParts, 'access' | 'clock' | 'logger'>) {}

  record({ id, lastUsedAt }: ApiKey, at: Date): void {
    if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < RESOLUTION_MS) return;
    this.uses.set(id, at);
    this.timer ??= this.parts.clock.setTimer({ delayMs: COLLECT_MS, callback: () => void this.flush() });
  }

  /** Writes what is collected. A use that could not be written is forgotten; the next one tells as much. */
  async flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = null;
    const uses = [...this.uses].map(([id, at]) => ({ id, at }));
    this.uses = new Map();
    if (uses.length === 0) return;
    try {
      await this.parts.access.apiKeys.touch({ uses });
    } catch (error) {
      this.parts.logger.warn('the last use of API keys was not written', { error: String(error) });
    }
  }
}
