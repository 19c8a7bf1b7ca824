import { IllegalTransition } from '../errors/errors.js';

/** A small state machine: which status may follow which. A status that nothing follows is final. */
export class StateMachine<TStatus extends string> {
  readonly statuses: readonly TStatus[];

  constructor(
    private readonly subject: string,
    private readonly followers: Readonly<Record<TStatus, readonly TStatus[]>>,
    private readonly executable: readonly TStatus[],
  ) {
    this.statuses = Object.keys(followers) as TStatus[];
  }

  has(value: unknown): value is TStatus {
    return typeof value === 'string' && Object.hasOwn(this.followers, value);
  }

  canTransitionTo(from: TStatus, to: TStatus): boolean {
    return this.followers[from].includes(to);
  }

  isFinal(status: TStatus): boolean {
    return this.followers[status].length === 0;
  }

  canExecute(status: TStatus): boolean {
    return this.executable.includes(status);
  }

  /** Returns `to`, or throws an IllegalTransition that names both states. */
  transition(from: TStatus, to: TStatus, id: string): TStatus {
    if (this.canTransitionTo(from, to)) return to;
    const next = this.followers[from];
    const wayOut = next.length === 0 ? `${from} is final` : `from ${from} it can become ${next.join(', ')}`;
    throw new IllegalTransition(`${this.subject} ${id}`, from, to, wayOut);
  }
}
