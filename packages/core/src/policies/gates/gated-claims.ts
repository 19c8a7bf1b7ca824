import type { Execution } from '@scheduler/contracts';
import type {
  ClaimExecutions,
  ClaimExecutionsById,
  ExceptTypes,
  ExecutionRepository,
  Lane,
  NextAvailable,
  StoreTime,
} from '@scheduler/contracts/adapter';
import type { ForeignTypes } from './foreign-types.js';
import type { Admission, AdmissionTerms, Deferral, Gate, Reservation } from './gate.js';

export interface GatedClaimsParts {
  readonly executions: Pick<ExecutionRepository, 'claim' | 'claimById' | 'nextAvailableAt'>;
  readonly storeTime: Pick<StoreTime, 'mayHavePassed'>;
  readonly gates: readonly Gate[];
  /** Called when the gates let nothing of a queue be claimed. Missing: nobody wants to know. */
  readonly onHeldBack?: (queue: string, retryAfterMs: number) => void;
  /** Called with what was claimed and admitted, before any of it starts. Missing: nobody wants to know. */
  readonly onClaimed?: (claimed: readonly Execution[]) => void;
  /** Knows what this node has no handler for, which is left to other nodes. */
  readonly foreignTypes: ForeignTypes;
  /** Puts a claimed execution back for some time. */
  readonly defer: (execution: Execution, waiting: Deferral) => Promise<void>;
  /** Puts claimed executions back as if they had not been claimed. */
  readonly giveBack: (executions: readonly Execution[]) => Promise<void>;
}

/** Deferred executions must not hold up those behind them, so that the claim is repeated; after so many rounds the next poll goes on. */
const MOST_ROUNDS = 100;

/** Claims executions that every gate admits. Without gates it costs nothing. */
export class GatedClaims {
  private readonly reserving: readonly Gate[];
  private readonly admitting: readonly Gate[];
  private readonly starting: readonly Gate[];
  private readonly retryAfterByQueue = new Map<string, number>();
  /** Queues whose last claim returned nothing. */
  private readonly emptyQueues = new Set<string>();

  constructor(private readonly parts: GatedClaimsParts) {
    this.reserving = parts.gates.filter(({ reserve }) => reserve !== undefined);
    this.admitting = parts.gates.filter(({ admit }) => admit !== undefined);
    this.starting = parts.gates.filter(({ mayStart }) => mayStart !== undefined);
  }

  /** How long until the gates admit more of a queue, as of the last claim. Null: the gates did not limit that claim. */
  retryAfterMs(queue: string): number | null {
    return this.retryAfterByQueue.get(queue) ?? null;
  }

  async claim(request: ClaimExecutions): Promise<readonly Execution[]> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const { claimed, reserveFor } = await this.claimReserved(request);
      if (!this.needsAdmission(claimed)) return this.reported(claimed);
      const admitted = await this.admitted(claimed, reserveFor);
      if (admitted.length > 0) return this.reported(admitted);
    }
    return [];
  }

  async claimById(request: ClaimExecutionsById): Promise<readonly Execution[]> {
    return this.admitReleased(await this.parts.executions.claimById(this.withoutForeign(request)));
  }

  /** Whether settlements may claim: not where a gate reserves before each claim. */
  get takesReleased(): boolean {
    return this.reserving.length === 0;
  }

  /** Those of the executions that were claimed without a reservation which every gate admits. The others are put back. */
  async admitReleased(claimed: readonly Execution[]): Promise<readonly Execution[]> {
    return this.reported(await this.admitted(await this.withoutUnhandled(claimed), NOTHING_RESERVED));
  }

  private reported(claimed: readonly Execution[]): readonly Execution[] {
    if (claimed.length > 0) this.parts.onClaimed?.(claimed);
    return claimed;
  }

  /** The types that claims pass over, because this node has no handler for them. */
  get foreignTypes(): readonly string[] {
    return this.parts.foreignTypes.all;
  }

  private withoutForeign<TRequest extends ExceptTypes>(request: TRequest): TRequest {
    const exceptTypes = this.foreignTypes;
    return exceptTypes.length === 0 ? request : { ...request, exceptTypes };
  }

  /** Claims what this node has a handler for. */
  private async claimHandled(request: ClaimExecutions): Promise<readonly Execution[]> {
    for (;;) {
      const claimed = await this.parts.executions.claim(this.withoutForeign(request));
      const handled = await this.withoutUnhandled(claimed);
      // Each further claim excepts a type that was not known before, so that this ends.
      if (handled.length > 0 || claimed.length === 0) return handled;
    }
  }

  /** Gives back what this node has no handler for, as if it had not been claimed. */
  private async withoutUnhandled(claimed: readonly Execution[]): Promise<readonly Execution[]> {
    const foreign = this.parts.foreignTypes.among(claimed);
    if (foreign.length === 0) return claimed;
    await this.parts.giveBack(foreign);
    const given = new Set(foreign);
    return claimed.filter((execution) => !given.has(execution));
  }

  /** Asks the gates right before the start. Null: the execution may start; otherwise it is being put back. */
  rejectAtStart(execution: Execution): Promise<void> | null {
    for (const gate of this.starting) {
      const answer = gate.mayStart?.(execution) ?? 'run';
      if (answer !== 'run') return this.putBack(execution, gate, answer);
    }
    return null;
  }

  private async putBack(execution: Execution, deniedBy: Gate, waiting: Deferral): Promise<void> {
    await this.parts.defer(execution, waiting);
    for (const gate of this.parts.gates)
      if (gate !== deniedBy)
        await gate.withdraw?.([execution], { reserved: new Set([execution.queue]), admitted: true });
  }

  private async claimReserved(request: ClaimExecutions): Promise<ReservedClaim> {
    if (this.reserving.length === 0)
      return { claimed: await this.claimHandled(request), reserveFor: NOTHING_RESERVED };
    const lanesWithWork = await this.promising(request.lanes);
    const lanes = await Promise.all(lanesWithWork.map((lane) => this.reserved(lane)));
    for (const { queue } of lanes) this.retryAfterByQueue.delete(queue);
    const open = lanes.filter(({ limit }) => limit > 0);
    const claim =
      open.length === 0 ? Promise.resolve([]) : this.claimHandled({ ...request, lanes: open.map(laneOf) });
    return { claimed: await this.giveBackUnused(lanes, claim), reserveFor: reservedBy(lanes) };
  }

  /** The lanes without those that are known to be empty. Looking is cheaper than reserving for an empty queue and giving back, at every poll. */
  private async promising(lanes: readonly Lane[]): Promise<readonly Lane[]> {
    const queues = lanes.map(({ queue }) => queue).filter((queue) => this.emptyQueues.has(queue));
    if (queues.length === 0) return lanes;
    const next = await this.parts.executions.nextAvailableAt(this.withoutForeign<NextAvailable>({ queues }));
    const isThere = next !== null && this.parts.storeTime.mayHavePassed(next);
    return isThere ? lanes : lanes.filter(({ queue }) => !this.emptyQueues.has(queue));
  }

  private needsAdmission(executions: readonly Execution[]): boolean {
    return executions.length > 0 && this.admitting.some((gate) => appliesToAny(gate, executions));
  }

  private async reserved(lane: Lane): Promise<ReservedLane> {
    const { queue, limit } = lane;
    const reservations: GateReservation[] = [];
    let left = limit;
    for (const gate of this.reserving) {
      if (left === 0 || gate.reserve === undefined) continue;
      const reservation = await gate.reserve({ queue, wanted: left });
      if (reservation === null) continue;
      left = Math.min(left, reservation.granted);
      reservations.push({ gate, ...reservation });
    }
    if (left === 0 && limit > 0) this.parts.onHeldBack?.(queue, reservations.at(-1)?.retryAfterMs ?? 0);
    return { ...lane, limit: left, isLimited: left < limit, reservations };
  }

  /** Gives back what the claim did not use, however the claim ends. */
  private async giveBackUnused(
    lanes: readonly ReservedLane[],
    claim: Promise<readonly Execution[]>,
  ): Promise<readonly Execution[]> {
    let claimed: readonly Execution[] = [];
    try {
      claimed = await claim;
      return claimed;
    } finally {
      for (const lane of lanes) {
        const used = claimed.filter((execution) => execution.queue === lane.queue).length;
        if (used === 0 && lane.limit > 0) this.emptyQueues.add(lane.queue);
        else this.emptyQueues.delete(lane.queue);
        if (lane.isLimited && used === lane.limit) this.rememberRetryAfter(lane);
        for (const { granted, giveBack } of lane.reservations)
          if (granted > used) await giveBack(granted - used);
      }
    }
  }

  private rememberRetryAfter({ queue, reservations }: ReservedLane): void {
    const waits = reservations.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
    if (waits.length > 0) this.retryAfterByQueue.set(queue, Math.max(...waits));
  }

  /** If a gate fails, the executions are given back: otherwise their leases would run out, which costs them an attempt. */
  private async admitOrGiveBack(
    admit: NonNullable<Gate['admit']>,
    executions: readonly Execution[],
    terms: AdmissionTerms,
  ): Promise<readonly Admission[]> {
    try {
      return await admit(executions, terms);
    } catch (error) {
      await this.parts.giveBack(executions);
      throw error;
    }
  }

  private async admitted(
    claimed: readonly Execution[],
    reserved: ReservedByGate,
  ): Promise<readonly Execution[]> {
    let left = claimed;
    for (const gate of this.admitting) {
      if (gate.admit === undefined || !appliesToAny(gate, left)) continue;
      const answers = await this.admitOrGiveBack(gate.admit.bind(gate), left, termsOf(gate, reserved));
      if (answers.length === 0) continue;
      const waiting = left.filter((_, index) => (answers[index] ?? 'run') !== 'run');
      if (waiting.length === 0) continue;
      await Promise.all(
        left.flatMap((execution, index) => {
          const answer = answers[index] ?? 'run';
          return answer === 'run' ? [] : [this.parts.defer(execution, answer)];
        }),
      );
      await this.withdraw(waiting, gate, reserved);
      left = left.filter((_, index) => (answers[index] ?? 'run') === 'run');
    }
    return left;
  }

  private async withdraw(
    executions: readonly Execution[],
    deniedBy: Gate,
    reserved: ReservedByGate,
  ): Promise<void> {
    const denied = this.admitting.indexOf(deniedBy);
    for (const gate of this.parts.gates) {
      const asked = this.admitting.indexOf(gate);
      const admitted = asked !== -1 && asked < denied;
      if (admitted || (reserved.has(gate) && gate !== deniedBy))
        await gate.withdraw?.(executions, { ...termsOf(gate, reserved), admitted });
    }
  }
}

function appliesToAny(gate: Gate, executions: readonly Execution[]): boolean {
  if (gate.appliesTo === undefined) return executions.length > 0;
  return executions.some((execution) => gate.appliesTo?.(execution) ?? true);
}

const laneOf = ({ isLimited: _, reservations: __, ...lane }: ReservedLane): Lane => lane;

interface ReservedLane extends Lane {
  /** True: the gates granted less than was wanted. */
  readonly isLimited: boolean;
  readonly reservations: readonly GateReservation[];
}

interface GateReservation extends Reservation {
  readonly gate: Gate;
}

interface ReservedClaim {
  readonly claimed: readonly Execution[];
  readonly reserveFor: ReservedByGate;
}

/** The queues for which each gate had reserved. */
type ReservedByGate = ReadonlyMap<Gate, ReadonlySet<string>>;

const NOTHING_RESERVED: ReservedByGate = new Map();
const NO_QUEUES: ReadonlySet<string> = new Set();

function reservedBy(lanes: readonly ReservedLane[]): ReservedByGate {
  const reserved = new Map<Gate, Set<string>>();
  for (const { queue, reservations } of lanes)
    for (const { gate } of reservations) reserved.set(gate, (reserved.get(gate) ?? new Set()).add(queue));
  return reserved;
}

function termsOf(gate: Gate, reserved: ReservedByGate): AdmissionTerms {
  return { reserved: reserved.get(gate) ?? NO_QUEUES };
}
