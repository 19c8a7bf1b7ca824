/**
 * Whether an attempt is to make room for something more urgent. It does so at its next checkpoint, by its own will: a handler that has
 * none is not disturbed.
 */
export class Suspension {
  private onSuspended: (() => void) | null = null;
  private waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null = null;

  /** It stands still at a checkpoint. */
  get isSuspended(): boolean {
    return this.waiting !== null;
  }

  /** Somebody waits for it to make room. */
  get isAsked(): boolean {
    return this.onSuspended !== null;
  }

  /** `onSuspended` is called when it has made room. */
  ask(onSuspended: () => void): void {
    this.onSuspended = onSuspended;
  }

  /** Room was found elsewhere. */
  withdraw(): void {
    this.onSuspended = null;
  }

  /** Where a handler can stand still. Resolves at once unless it is asked to make room; rejects if it is stopped meanwhile. */
  async point(): Promise<void> {
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

  /** It is not to go on. */
  end(error: unknown): void {
    const { waiting } = this;
    this.onSuspended = null;
    this.waiting = null;
    waiting?.reject(error);
  }
}
