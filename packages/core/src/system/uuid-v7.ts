import { randomFillSync } from 'node:crypto';
import type { IdGenerator } from '@scheduler/contracts';

const HEX = Buffer.from('0123456789abcdef', 'latin1');
const DASHES_AND_VERSION = '00000000-0000-7000-0000-000000000000';
const POOL_BYTES = 8 * 1024;
const RANDOM_BYTES = 10;
const SEQUENCE_LIMIT = 0x1000;

/** UUIDv7: 48 bits of time, a sequence within the millisecond, and random bits. Ids of one process only grow. */
export class UuidV7Generator implements IdGenerator {
  private readonly pool = new Uint8Array(POOL_BYTES);
  private used = POOL_BYTES;
  private lastMs = 0;
  private sequence = 0;
  /** The id as it is put together. Joined pieces of text would be kept as they are, and take ten times as much memory as the id. */
  private readonly text = Buffer.from(DASHES_AND_VERSION, 'latin1');

  next(): string {
    this.moveOn();
    const at = this.randomOffset();
    const { pool, sequence } = this;
    this.putHex(15, sequence >> 8);
    this.putByte(16, sequence & 0xff);
    this.putByte(19, 0x80 | ((pool[at] ?? 0) & 0x3f));
    this.putByte(21, pool[at + 1] ?? 0);
    for (let index = 0; index < 6; index += 1) this.putByte(24 + index * 2, pool[at + 2 + index] ?? 0);
    return this.text.toString('latin1');
  }

  private putByte(position: number, byte: number): void {
    this.putHex(position, byte >> 4);
    this.putHex(position + 1, byte & 0xf);
  }

  private putHex(position: number, digit: number): void {
    this.text[position] = HEX[digit] ?? 0;
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
    this.text.write(hex.slice(0, 8), 0, 'latin1');
    this.text.write(hex.slice(8), 9, 'latin1');
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
