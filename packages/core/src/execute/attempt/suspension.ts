/**
 * Whether an attempt should give its slot to something more urgent. It does so at its next checkpoint; a handler without
 * checkpoints is not disturbed.
 */
export class Suspension {
  private onSuspended: (() => void) | null = null;
  private waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null = null;

  /** The attempt waits at a checkpoint. */
  get isSuspended(): boolean {
    return this.waiting !== null;
  }

  /** The attempt was asked to give up its slot. */
  get isAsked(): boolean {
    return this.onSuspended !== null;
  }

  /** Asks the attempt to give up its slot. `onSuspended` is called when it has done so. */
  ask(onSuspended: () => void): void {
    this.onSuspended = onSuspended;
  }

  /** The slot is not needed any more. */
  withdraw(): void {
    this.onSuspended = null;
  }

  /** A point at which a handler can be suspended. Resolves at once unless the slot was asked for; rejects if the attempt is stopped meanwhile. */
  async checkpoint(): Promise<void> {
    const { onSuspended } = this;
    if (onSuspended === null) return;
    this.onSuspended = null;
    await new Promise<void>((resolve, reject) => {
      this.waiting = { resolve, reject };
      onSuspended();
    });
  }

  resume(): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve();
  }

  /** The attempt was stopped, so that a suspended handler does not go on. */
  end(error: unknown): void {
    const { waiting } = this;
    this.onSuspended = null;
    this.waiting = null;
    waiting?.reject(error);
  }
}
