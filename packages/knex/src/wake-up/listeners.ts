import type { Logger } from '@scheduler/contracts';

/** Who wants to be told; one that throws disturbs nobody. */
export class Listeners<T> {
  private readonly listeners = new Set<{ readonly tell: (value: T) => void }>();

  constructor(private readonly logger: Logger) {}

  get size(): number {
    return this.listeners.size;
  }

  add(tell: (value: T) => void): () => void {
    // An entry of its own, so that one function can be added twice and taken away once.
    const entry = { tell };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  notifyAll(value: T): void {
    for (const { tell } of [...this.listeners]) {
      try {
        tell(value);
      } catch (error) {
        this.logger.warn('a listener threw', { error: String(error) });
      }
    }
  }
}
