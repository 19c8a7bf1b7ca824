import { between, type Dice } from '../world/dice.js';
import { type Call, callId, type Fault, FAULT_KINDS, type FaultKind } from './fault.js';

/** Decides what happens to a call. Null: nothing. */
export interface FaultSource {
  faultAt(call: Call): Fault | null;
}

export const NO_FAULTS: FaultSource = { faultAt: () => null };

/** The faults of a list, and no others. */
export class ListedFaults implements FaultSource {
  private readonly byCall: ReadonlyMap<string, Fault>;

  constructor(faults: readonly Fault[]) {
    this.byCall = new Map(faults.map((fault) => [fault.call, fault]));
  }

  faultAt(call: Call): Fault | null {
    return this.byCall.get(callId(call)) ?? null;
  }
}

export interface FaultRates {
  /** The share of calls that meet a fault, 0 to 1. */
  readonly share: number;
  /** The lease of the nodes, which determines how long pauses are. */
  readonly leaseMs: number;
  /** Default: all kinds with equal probability. */
  readonly kinds?: readonly FaultKind[];
}

/** Random faults. */
export class RandomFaults implements FaultSource {
  constructor(
    private readonly dice: Dice,
    private readonly rates: FaultRates,
  ) {}

  faultAt(call: Call): Fault | null {
    const id = callId(call);
    const randomness = this.dice.about(`fault ${id}`);
    if (randomness.next() >= this.rates.share) return null;
    const kinds = this.rates.kinds ?? FAULT_KINDS;
    const kind = kinds[between(randomness, 0, kinds.length - 1)];
    if (kind === undefined) return null;
    return { call: id, kind, ms: durationOf(kind, this.rates.leaseMs, randomness.next()) };
  }
}

const HOUR_MS = 3_600_000;

/** Pauses last from a fifth of a lease to three leases; a lost call takes up to one lease to fail. */
export function durationOf(kind: FaultKind, leaseMs: number, share: number): number {
  switch (kind) {
    case 'crash_before':
    case 'crash_after':
      return 0;
    case 'pause_before':
    case 'pause_after':
      return Math.round(leaseMs * (0.2 + 2.8 * share));
    case 'request_lost':
    case 'reply_lost':
      return Math.round(leaseMs * share ** 2);
    case 'clock_jump':
      return Math.round((share - 0.5) * 2 * HOUR_MS);
  }
}

/** Passes on the faults of another source until it is stopped, and records them. */
export class RecordedFaults implements FaultSource {
  readonly struck: Fault[] = [];
  private calm = false;

  constructor(private readonly source: FaultSource) {}

  /** From now on every call succeeds. */
  stop(): void {
    this.calm = true;
  }

  faultAt(call: Call): Fault | null {
    if (this.calm) return null;
    const fault = this.source.faultAt(call);
    if (fault !== null) this.struck.push(fault);
    return fault;
  }
}
