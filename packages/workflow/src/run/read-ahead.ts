import type { Clock, Execution } from '@scheduler/contracts';
import type { PreparedSteps } from './step-reader.js';

/** How many steps are read for together: few enough that their outputs, of up to 256 KB each, fit into memory. */
const SLICE = 100;
/** How old what was read may be when a step starts. For so long a pause by another node is not noticed. */
const FRESH_MS = 100;
/** A claimed execution starts within a second, or is given back. */
const KEPT_MS = 5_000;

type Read = (steps: readonly Execution[]) => Promise<PreparedSteps>;

/**
 * Reads what steps need as soon as they are claimed, for many of them at once. A node claims far more executions than it runs at a time, so
 * that steps which read when they start would read in small groups, and wait for each of these reads.
 */
export class ReadAhead {
  /** In the order of their claims. */
  private readonly slices = new Map<string, Slice>();

  constructor(
    private readonly read: Read,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  claimed(steps: readonly Execution[]): void {
    this.dropAbandoned();
    let next: Slice | null = null;
    const last = Math.floor((steps.length - 1) / SLICE);
    for (let number = last; number >= 0; number -= 1) {
      const members = steps.slice(number * SLICE, (number + 1) * SLICE);
      next = new Slice(members, next, { read: this.read, clock: this.clock });
    }
    for (let slice = next; slice !== null; slice = slice.next)
      for (const member of slice.members.values()) this.slices.set(keyOf(member), slice);
    void next?.begin();
  }

  /** What was read for a step since its claim. Null: nothing was, or the read failed. */
  async take(step: ClaimedStep): Promise<PreparedSteps | null> {
    const key = keyOf(step);
    const slice = this.slices.get(key);
    if (slice === undefined) return null;
    this.slices.delete(key);
    return slice.take(step.id);
  }

  /** A run was changed by this program: the next steps see it. */
  forget(): void {
    this.slices.clear();
  }

  /** Forgets steps that were given back without being started. */
  private dropAbandoned(): void {
    const oldest = this.clock.monotonicMs() - KEPT_MS;
    for (const [key, { claimedAtMs }] of this.slices) {
      if (claimedAtMs > oldest) return;
      this.slices.delete(key);
    }
  }
}

/** A step as one claim holds it. What was read for an earlier claim is too old. */
type ClaimedStep = Pick<Execution, 'id' | 'fence'>;

function keyOf({ id, fence }: ClaimedStep): string {
  return `${id} ${fence}`;
}

interface SliceParts {
  readonly read: Read;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Steps that are read for together. Its read begins when the first step of the slice before it starts. */
class Slice {
  /** Those that have not started. */
  readonly members: Map<string, Execution>;
  readonly claimedAtMs: number;
  private reading: Promise<PreparedSteps | null> | null = null;
  private askedAtMs = 0;

  constructor(
    steps: readonly Execution[],
    readonly next: Slice | null,
    private readonly parts: SliceParts,
  ) {
    this.members = new Map(steps.map((step) => [step.id, step]));
    this.claimedAtMs = parts.clock.monotonicMs();
  }

  begin(): Promise<PreparedSteps | null> {
    if (this.reading !== null) return this.reading;
    this.askedAtMs = this.parts.clock.monotonicMs();
    // A step whose read has failed reads by itself, and tells what went wrong.
    this.reading = this.parts.read([...this.members.values()]).catch(() => null);
    return this.reading;
  }

  take(id: string): Promise<PreparedSteps | null> {
    const isOld = this.parts.clock.monotonicMs() - this.askedAtMs > FRESH_MS;
    if (isOld) this.reading = null;
    const reading = this.begin();
    this.members.delete(id);
    void this.next?.begin();
    return reading;
  }
}
