/** Notes that this process has changed something, so that what follows the log need not wait for its next poll. */
export class LogChanges {
  private readonly listeners = new Set<() => void>();
  private changes = 0;

  /** Grows with each change. */
  get count(): number {
    return this.changes;
  }

  changed(): void {
    this.changes += 1;
    for (const listener of this.listeners) listener();
  }

  /** Returns how to stop it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
