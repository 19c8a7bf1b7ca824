import { NotOpen, ShuttingDown } from '@scheduler/contracts';
import { admissionOf, type NodeState, type NodeStep, type NodeUse, stateAfter } from './node-state.js';

/** The state in which a node is, and the one place that decides whether it serves a call. */
export class NodeLifetime {
  private current: NodeState = 'new';
  private opening: Promise<void> | null = null;
  /** Whether the store is connected. A node is in its new state already while it connects. */
  private isConnected = false;

  /**
   * @param connect opens the store; it is called again after it has failed
   * @param turn resolves when a caller who polls has to let the event loop go on. Null: it need not
   */
  constructor(
    private readonly connect: () => Promise<void>,
    private readonly turn: () => Promise<void> | null = () => null,
  ) {}

  get state(): NodeState {
    return this.current;
  }

  /** Takes a step, and returns the state before it. Throws ShuttingDown where the step is not possible. */
  enter(step: NodeStep): NodeState {
    const before = this.current;
    const after = stateAfter(before, step);
    if (after === null) throw new ShuttingDown(step);
    this.current = after;
    return before;
  }

  /** Connects the store, once. Throws ShuttingDown while the node stops. */
  open(): Promise<void> {
    const before = this.enter('open');
    this.opening ??= this.connect().then(
      () => {
        this.isConnected = true;
      },
      (error: unknown) => {
        // The next call may try again, and connects anew.
        this.opening = null;
        if (this.current === 'open') this.current = before;
        throw error;
      },
    );
    return this.opening;
  }

  /** A start has failed. */
  abandonStart(before: NodeState): void {
    if (this.current === 'running') this.current = this.isConnected ? 'open' : before;
  }

  /** The store is closed: the next `open` connects again. */
  closed(): void {
    this.opening = null;
    this.isConnected = false;
    this.enter('close');
  }

  /**
   * Admits a call. Null: at once; otherwise when the promise resolves, because the store is opened first, or because the caller has kept
   * the event loop to itself. Throws ShuttingDown once the
   * node has stopped, and NotOpen for a call inside a transaction: the transaction may hold the connection that opening needs.
   */
  admit(operation: string, { use = 'store', inTransaction = false }: Call = {}): Promise<void> | null {
    this.refuseWhenStopped(operation, use);
    if (this.isConnected) return this.turn();
    if (inTransaction)
      throw new NotOpen(operation, 'open or start the scheduler before the transaction begins');
    return this.opening ?? this.open();
  }

  /** Throws ShuttingDown where the state admits no such call. */
  refuseWhenStopped(operation: string, use: NodeUse = 'store'): void {
    if (admissionOf(this.current, use) === 'refused') throw new ShuttingDown(operation, this.current);
  }
}

interface Call {
  readonly use?: NodeUse;
  readonly inTransaction?: boolean;
}
