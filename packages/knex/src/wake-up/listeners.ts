import type { Logger } from '@scheduler/contracts';

/** A list of listeners. One that throws does not affect the others. */
export class Listeners<T> {
  private readonly listeners = new Set<{ readonly notify: (value: T) => void }>();

  constructor(private readonly logger: Logger) {}

  get size(): number {
    return this.listeners.size;
  }

  add(notify: (value: T) => void): () => void {
    // Each call creates its own entry, so that a function can be added twice and removed once.
    const entry = { notify };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  notifyAll(value: T): void {
    for (const { notify } of [...this.listeners]) {
      try {
        notify(value);
      } catch (error) {
        this.logger.warn('a listener threw', { error: String(error) });
      }
    }
  }
}
