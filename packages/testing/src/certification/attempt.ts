/** One call of the handler to its world or its context. */
export interface WorldCall {
  /** From 1, within its attempt. */
  readonly number: number;
  /** Such as `payments.charge`. */
  readonly name: string;
}

/** What a fault does to one call. */
export type CallFate = 'passes' | 'fails' | 'loses its answer' | 'kills' | 'aborts';

/** Decides what happens to a call; a promise holds the call back until then. */
export type DecideFate = (call: WorldCall) => CallFate | Promise<CallFate>;

/** The error that a handler sees in place of an answer. */
export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

const never = new Promise<never>(() => undefined);

/** One attempt to run the handler. Every call that the handler makes goes through it. */
export class Attempt {
  readonly calls: WorldCall[] = [];
  /** Settles when a fault has killed the attempt. */
  readonly killed: Promise<void>;
  private readonly stop = new AbortController();
  private isDead = false;
  private die: () => void = () => undefined;

  constructor(
    readonly fence: number,
    private readonly decide: DecideFate,
    private readonly onAbort: (attempt: Attempt) => Error,
  ) {
    this.killed = new Promise((resolve) => (this.die = resolve));
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  get dead(): boolean {
    return this.isDead;
  }

  async call<TResult>(name: string, apply: () => TResult | Promise<TResult>): Promise<TResult> {
    if (this.isDead) return never;
    const call = { number: this.calls.length + 1, name };
    this.calls.push(call);
    const fate = await this.decide(call);
    if (fate === 'fails') throw new InjectedFault(`${name} failed before it did anything`);
    if (fate === 'aborts') this.stop.abort(this.onAbort(this));
    const result = this.isDead ? await never : await apply();
    if (fate === 'loses its answer') throw new InjectedFault(`the answer of ${name} was lost`);
    if (fate === 'kills') this.kill();
    return this.isDead ? never : result;
  }

  private kill(): void {
    this.isDead = true;
    this.die();
  }
}
