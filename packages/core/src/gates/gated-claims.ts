import type {
  ClaimExecutions,
  ClaimExecutionsById,
  Execution,
  ExecutionRepository,
  Lane,
} from '@scheduler/contracts';
import type { Admission, Gate, Reservation, Waiting } from './gate.js';

export interface GatedClaimsParts {
  readonly executions: Pick<ExecutionRepository, 'claim' | 'claimById'>;
  readonly gates: readonly Gate[];
  /** Puts a claimed execution back for some time. */
  readonly defer: (execution: Execution, waiting: Waiting) => Promise<void>;
  /** Puts claimed executions back as if they had not been claimed. */
  readonly giveBack: (executions: readonly Execution[]) => Promise<void>;
}

/** Claims what every gate lets through. Without gates it costs nothing. */
export class GatedClaims {
  private readonly reserving: readonly Gate[];
  private readonly admitting: readonly Gate[];

  constructor(private readonly parts: GatedClaimsParts) {
    this.reserving = parts.gates.filter(({ reserve }) => reserve !== undefined);
    this.admitting = parts.gates.filter(({ admit }) => admit !== undefined);
  }

  async claim(request: ClaimExecutions): Promise<readonly Execution[]> {
    const { executions } = this.parts;
    if (this.reserving.length === 0) return this.admitted(await executions.claim(request));
    const lanes = await Promise.all(request.lanes.map((lane) => this.reserved(lane)));
    const open = lanes.filter(({ limit }) => limit > 0);
    const claimed =
      open.length === 0 ? [] : await this.giveBackAfter(lanes, executions.claim({ ...request, lanes: open }));
    return this.admitted(claimed);
  }

  async claimById(request: ClaimExecutionsById): Promise<readonly Execution[]> {
    return this.admitted(await this.parts.executions.claimById(request));
  }

  private async reserved({ queue, limit }: Lane): Promise<ReservedLane> {
    const reservations: Reservation[] = [];
    let left = limit;
    for (const gate of this.reserving) {
      if (left === 0 || gate.reserve === undefined) continue;
      const reservation = await gate.reserve({ queue, wanted: left });
      left = Math.min(left, reservation.granted);
      reservations.push(reservation);
    }
    return { queue, limit: left, reservations };
  }

  /** However the claim ends: what it did not use is free again. */
  private async giveBackAfter(
    lanes: readonly ReservedLane[],
    claim: Promise<readonly Execution[]>,
  ): Promise<readonly Execution[]> {
    let claimed: readonly Execution[] = [];
    try {
      claimed = await claim;
      return claimed;
    } finally {
      for (const { queue, reservations } of lanes) {
        const used = claimed.filter((execution) => execution.queue === queue).length;
        for (const { granted, giveBack } of reservations) if (granted > used) await giveBack(granted - used);
      }
    }
  }

  /** A gate that cannot be asked must not cost anybody a try: its lease would run out. */
  private async ask(
    admit: NonNullable<Gate['admit']>,
    executions: readonly Execution[],
  ): Promise<readonly Admission[]> {
    try {
      return await admit(executions);
    } catch (error) {
      await this.parts.giveBack(executions);
      throw error;
    }
  }

  private async admitted(claimed: readonly Execution[]): Promise<readonly Execution[]> {
    let left = claimed;
    for (const gate of this.admitting) {
      if (left.length === 0 || gate.admit === undefined) continue;
      const answers = await this.ask(gate.admit.bind(gate), left);
      const waiting = left.flatMap((execution, index) => {
        const answer = answers[index] ?? 'run';
        return answer === 'run' ? [] : [this.parts.defer(execution, answer)];
      });
      await Promise.all(waiting);
      left = left.filter((_, index) => (answers[index] ?? 'run') === 'run');
    }
    return left;
  }
}

interface ReservedLane extends Lane {
  readonly reservations: readonly Reservation[];
}
