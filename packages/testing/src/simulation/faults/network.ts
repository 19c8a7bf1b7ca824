import { StoreUnavailable } from '@scheduler/contracts';
import { between, type Dice } from '../world/dice.js';
import type { SimulatedProcess } from '../world/simulated-process.js';
import type { VirtualTime } from '../world/virtual-time.js';
import { callId, type Fault } from './fault.js';
import type { FaultSource } from './fault-source.js';

export interface NetworkOptions {
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly faults: FaultSource;
  /** The maximum latency of a request, and of its reply. */
  readonly latencyMs: number;
}

interface Caller<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Carries calls of processes to the store, each with its own delays and its fault. */
export class Network {
  private count = 0;
  private caller: SimulatedProcess | null = null;

  constructor(private readonly options: NetworkOptions) {}

  /** The process whose call the store carries out at this moment. Null: none, or the store takes more than one turn for it. */
  get currentCaller(): SimulatedProcess | null {
    return this.caller;
  }

  get callCount(): number {
    return this.count;
  }

  call<T>(process: SimulatedProcess, method: string, carryOut: () => Promise<T>): Promise<T> {
    const work = () => this.onBehalfOf(process, carryOut);
    return new Promise((resolve, reject) => {
      // The promise of a dead process never settles.
      if (process.isDead) return;
      this.count += 1;
      const call = { process: process.name, number: process.nextCall(), method };
      const fault = this.options.faults.faultAt(call);
      // Without latency and fault nothing can happen in between, so that no events are needed.
      if (fault === null && this.options.latencyMs === 0) return void work().then(resolve, reject);
      const way = new Way(this.options, process, callId(call));
      this.travel({ way, work, caller: { resolve, reject } }, fault);
    });
  }

  private onBehalfOf<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    const before = this.caller;
    this.caller = process;
    try {
      return work();
    } finally {
      this.caller = before;
    }
  }

  private travel<T>(trip: Trip<T>, fault: Fault | null): void {
    const { process } = trip.way;
    const ms = fault?.ms ?? 0;
    switch (fault?.kind) {
      case 'crash_before':
        return process.kill();
      case 'pause_before':
        process.pause(ms);
        return void process.post(0, () => send(trip, reply));
      case 'clock_jump':
        process.jump(ms);
        return send(trip, reply);
      case 'request_lost':
        return fail(trip, ms);
      case 'reply_lost':
        return send(trip, (lost) => fail(lost, ms));
      case 'crash_after':
        return send(trip, () => process.kill());
      case 'pause_after':
        return send(trip, (paused, answer) => {
          process.pause(ms);
          reply(paused, answer);
        });
      case undefined:
        return send(trip, reply);
    }
  }
}

/** The delays of one call. */
class Way {
  readonly requestMs: number;
  readonly replyMs: number;
  readonly time: VirtualTime;

  constructor(
    { dice, latencyMs, time }: NetworkOptions,
    readonly process: SimulatedProcess,
    id: string,
  ) {
    const randomness = dice.about(`way ${id}`);
    this.time = time;
    this.requestMs = between(randomness, 0, latencyMs);
    this.replyMs = between(randomness, 0, latencyMs);
  }
}

interface Trip<T> {
  readonly way: Way;
  readonly work: () => Promise<T>;
  readonly caller: Caller<T>;
}

type Answer<T> = (caller: Caller<T>) => void;
type AfterApplied = <T>(trip: Trip<T>, answer: Answer<T>) => void;

/** A request that was sent does not depend on its sender any more: it is applied even if the sender is dead or paused by then. */
function send<T>(trip: Trip<T>, then: AfterApplied): void {
  const { way, work } = trip;
  way.time.after(way.requestMs, () => {
    work().then(
      (value) => then<T>(trip, ({ resolve }) => resolve(value)),
      (error: unknown) => then<T>(trip, ({ reject }) => reject(error)),
    );
  });
}

function reply<T>({ way, caller }: Trip<T>, answer: Answer<T>): void {
  way.process.post(way.replyMs, () => answer(caller));
}

function fail<T>({ way, caller }: Trip<T>, afterMs: number): void {
  way.process.post(afterMs, () =>
    caller.reject(new StoreUnavailable('simulated', 'the connection was lost')),
  );
}
