export interface GroupCommitOptions<TItem, TResult> {
  /** Writes a group; one result for each item, in order. */
  readonly write: (items: readonly TItem[]) => Promise<readonly TResult[]>;
  /** How many items one write takes at most. Default: all that wait. */
  readonly maxGroup?: number;
  /** Called before each write, which waits for the promise. Null: it need not wait. Default: it never waits. */
  readonly pause?: () => Promise<void> | null;
  /** True: the group was refused because of some of its items, so that each is written by itself. Default: never. */
  readonly isRefusal?: (error: unknown) => boolean;
}

/** Called with the result of an item. It must not throw, because others wait behind it. */
export interface Completion<TResult> {
  resolve(result: TResult): void;
  reject(error: unknown): void;
}

interface Waiting<TItem, TResult> {
  readonly item: TItem;
  readonly completion: Completion<TResult>;
}

/** Writes one group at a time: items that are added during a write go into the next. An item is completed when its write has ended. */
export class GroupCommit<TItem, TResult> {
  private readonly maxGroup: number;
  private waiting: Waiting<TItem, TResult>[] = [];
  private writing = false;

  constructor(private readonly options: GroupCommitOptions<TItem, TResult>) {
    this.maxGroup = options.maxGroup ?? Infinity;
  }

  add(item: TItem): Promise<TResult> {
    return new Promise((resolve, reject) => this.put(item, { resolve, reject }));
  }

  /** Like `add`, without the cost of a promise. */
  put(item: TItem, completion: Completion<TResult>): void {
    this.waiting.push({ item, completion });
    if (this.writing) return;
    this.writing = true;
    queueMicrotask(() => void this.writeAll());
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const pause = this.options.pause?.() ?? null;
      if (pause !== null) await pause;
      const group =
        this.waiting.length <= this.maxGroup ? this.waiting : this.waiting.slice(0, this.maxGroup);
      this.waiting = group === this.waiting ? [] : this.waiting.slice(group.length);
      await this.writeGroup(group);
    }
    this.writing = false;
  }

  private async writeGroup(group: readonly Waiting<TItem, TResult>[]): Promise<void> {
    let results: readonly TResult[];
    try {
      results = await this.options.write(group.map(({ item }) => item));
    } catch (error) {
      if (group.length > 1 && this.options.isRefusal?.(error) === true)
        for (const one of group) await this.writeGroup([one]);
      else for (const { completion } of group) completion.reject(error);
      return;
    }
    group.forEach(({ completion }, index) => {
      const result = results[index];
      if (result === undefined) completion.reject(new Error('the write of a group returned too few results'));
      else completion.resolve(result);
    });
  }
}
