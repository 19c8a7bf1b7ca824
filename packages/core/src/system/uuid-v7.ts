import { randomFillSync } from 'node:crypto';
import type { IdGenerator } from '@scheduler/contracts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 8 * 1024;
const RANDOM_BYTES = 10;
const SEQUENCE_LIMIT = 0x1000;

/** UUIDv7: 48 bits of time, a sequence within the millisecond, and random bits. Ids of one process only grow. */
export class UuidV7Generator implements IdGenerator {
  private readonly pool = new Uint8Array(POOL_BYTES);
  private used = POOL_BYTES;
  private lastMs = 0;
  private sequence = 0;
  private time = '';

  next(): string {
    this.moveOn();
    const at = this.randomOffset();
    const { pool, sequence } = this;
    const byte = (index: number) => HEX[pool[at + index] ?? 0] ?? '';
    const variant = HEX[0x80 | ((pool[at] ?? 0) & 0x3f)] ?? '';
    return `${this.time}-7${HEX[sequence >> 8]?.charAt(1) ?? ''}${HEX[sequence & 0xff] ?? ''}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`;
  }

  /** Time never runs backwards here; a full millisecond borrows from the next one. */
  private moveOn(): void {
    const ms = Date.now();
    if (ms > this.lastMs) {
      this.moveTo(ms);
    } else if (++this.sequence === SEQUENCE_LIMIT) {
      this.moveTo(this.lastMs + 1);
    }
  }

  /** The text of the time is made once for all ids of a millisecond. */
  private moveTo(ms: number): void {
    this.lastMs = ms;
    this.sequence = 0;
    const hex = ms.toString(16).padStart(12, '0');
    this.time = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  }

  private randomOffset(): number {
    if (this.used + RANDOM_BYTES > POOL_BYTES) {
      randomFillSync(this.pool);
      this.used = 0;
    }
    const at = this.used;
    this.used += RANDOM_BYTES;
    return at;
  }
}
