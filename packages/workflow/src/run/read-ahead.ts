import type { Clock, Execution } from '@scheduler/contracts';
import type { PreparedSteps } from './step-reader.js';

/** How many steps are read for together: few enough that their outputs, of up to 256 KB each, fit into memory. */
const SLICE = 100;
/** How old what is known of a run may be when a step starts. For so long a pause by another node is not noticed. */
export const FRESH_MS = 100;
/** A claimed execution starts within a second, or is given back. */
const KEPT_MS = 5_000;

export interface ReadAheadParts {
  readonly read: (steps: readonly Execution[]) => Promise<PreparedSteps>;
  /** Whether all that a step needs is known without reading. It may not be any more when the step starts. */
  readonly isKnown: (step: Execution) => boolean;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * Reads what steps need as soon as they are claimed, for many of them at once. A node claims far more executions than it runs at a time, so
 * that steps which read when they start would read in small groups, and wait for each of these reads.
 */
export class ReadAhead {
  /** In the order of their claims. */
  private readonly slices = new Map<string, Slice>();

  constructor(private readonly parts: ReadAheadParts) {}

  claimed(steps: readonly Execution[]): void {
    this.dropAbandoned();
    let next: Slice | null = null;
    const last = Math.floor((steps.length - 1) / SLICE);
    for (let number = last; number >= 0; number -= 1) {
      const members = steps.slice(number * SLICE, (number + 1) * SLICE);
      next = new Slice(members, next, this.parts);
    }
    for (let slice = next; slice !== null; slice = slice.next)
      for (const member of slice.members.values()) this.slices.set(keyOf(member), slice);
    next?.begin();
  }

  /** What was read for a step since its claim. Null: nothing was, or the read failed. */
  async take(step: ClaimedStep): Promise<PreparedSteps | null> {
    const key = keyOf(step);
    const slice = this.slices.get(key);
    if (slice === undefined) return null;
    this.slices.delete(key);
    return slice.take(step.id);
  }

  /** A step starts without what was read for it. */
  skip(step: ClaimedStep): void {
    const key = keyOf(step);
    this.slices.get(key)?.skip(step.id);
    this.slices.delete(key);
  }

  /** A run was changed by this program: the next steps see it. */
  forget(): void {
    this.slices.clear();
  }

  /** Forgets steps that were given back without being started. */
  private dropAbandoned(): void {
    const oldest = this.parts.clock.monotonicMs() - KEPT_MS;
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

/** Steps that are read for together. Its read begins when the first step of the slice before it starts. */
class Slice {
  /** Those that have not started. */
  readonly members: Map<string, Execution>;
  readonly claimedAtMs: number;
  private hasBegun = false;
  private reading: Reading | null = null;

  constructor(
    steps: readonly Execution[],
    readonly next: Slice | null,
    private readonly parts: ReadAheadParts,
  ) {
    this.members = new Map(steps.map((step) => [step.id, step]));
    this.claimedAtMs = parts.clock.monotonicMs();
  }

  /** Reads for those of which not everything is known. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const wanted = [...this.members.values()].filter((step) => !this.parts.isKnown(step));
    if (wanted.length > 0) this.reading = this.read(wanted);
  }

  take(id: string): Promise<PreparedSteps | null> {
    const known = this.reading;
    this.hasBegun = true;
    const isGood = known !== null && known.ids.has(id) && this.nowMs - known.askedAtMs <= FRESH_MS;
    const { result } = isGood ? known : (this.reading = this.read([...this.members.values()]));
    this.skip(id);
    return result;
  }

  skip(id: string): void {
    this.members.delete(id);
    this.next?.begin();
  }

  private read(steps: readonly Execution[]): Reading {
    return {
      ids: new Set(steps.map(({ id }) => id)),
      askedAtMs: this.nowMs,
      // A step whose read has failed reads by itself, and tells what went wrong.
      result: this.parts.read(steps).catch(() => null),
    };
  }

  private get nowMs(): number {
    return this.parts.clock.monotonicMs();
  }
}

interface Reading {
  readonly ids: ReadonlySet<string>;
  readonly askedAtMs: number;
  readonly result: Promise<PreparedSteps | null>;
}
