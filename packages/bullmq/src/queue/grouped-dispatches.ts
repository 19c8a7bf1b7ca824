import type { DispatchNote } from '@scheduler/contracts/adapter';

interface Waiting {
  readonly notes: readonly DispatchNote[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Publishes one group of notes at a time. Notes that arrive meanwhile form the next group and share its messages. */
export class GroupedDispatches {
  private waiting: Waiting[] = [];
  private isPublishing = false;

  constructor(private readonly publish: (notes: readonly DispatchNote[]) => Promise<void>) {}

  add(notes: readonly DispatchNote[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ notes, resolve, reject });
      if (this.isPublishing) return;
      this.isPublishing = true;
      queueMicrotask(() => void this.publishAll());
    });
  }

  private async publishAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        await this.publish(group.flatMap(({ notes }) => notes));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.isPublishing = false;
  }
}
