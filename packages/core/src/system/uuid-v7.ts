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

  next(): string {
    this.moveOn();
    const at = this.randomOffset();
    const { pool, lastMs: ms } = this;
    const byte = (index: number) => HEX[pool[at + index] ?? 0] ?? '';
    const time = ms.toString(16).padStart(12, '0');
    const sequence = this.sequence.toString(16).padStart(3, '0');
    const variant = HEX[0x80 | ((pool[at] ?? 0) & 0x3f)] ?? '';
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`;
  }

  /** Time never runs backwards here; a full millisecond borrows from the next one. */
  private moveOn(): void {
    const ms = Date.now();
    if (ms > this.lastMs) {
      this.lastMs = ms;
      this.sequence = 0;
    } else if (++this.sequence === SEQUENCE_LIMIT) {
      this.lastMs += 1;
      this.sequence = 0;
    }
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
