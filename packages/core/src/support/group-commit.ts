export interface GroupCommitOptions<TItem, TResult> {
  /** Writes a group; one result for each item, in order. */
  readonly write: (items: readonly TItem[]) => Promise<readonly TResult[]>;
  readonly maxGroup: number;
  /** True: the group was refused because of some of its items, so that each is tried by itself. */
  readonly isRefusal: (error: unknown) => boolean;
}

/** Hears what became of its item. Must not throw: others wait behind it. */
export interface Completion<TResult> {
  resolve(result: TResult): void;
  reject(error: unknown): void;
}

interface Waiting<TItem, TResult> {
  readonly item: TItem;
  readonly hearer: Completion<TResult>;
}

/** One write at a time: whatever comes while it is under way goes into the next. Nobody hears of it before the end of its write. */
export class GroupCommit<TItem, TResult> {
  private waiting: Waiting<TItem, TResult>[] = [];
  private writing = false;

  constructor(private readonly options: GroupCommitOptions<TItem, TResult>) {}

  add(item: TItem): Promise<TResult> {
    return new Promise((resolve, reject) => this.put(item, { resolve, reject }));
  }

  put(item: TItem, hearer: Completion<TResult>): void {
    this.waiting.push({ item, hearer });
    if (this.writing) return;
    this.writing = true;
    queueMicrotask(() => void this.writeAll());
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const group =
        this.waiting.length <= this.options.maxGroup
          ? this.waiting
          : this.waiting.slice(0, this.options.maxGroup);
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
      if (group.length > 1 && this.options.isRefusal(error))
        for (const one of group) await this.writeGroup([one]);
      else for (const { hearer } of group) hearer.reject(error);
      return;
    }
    group.forEach(({ hearer }, index) => {
      const result = results[index];
      if (result === undefined) hearer.reject(new Error('the write of a group returned too few results'));
      else hearer.resolve(result);
    });
  }
}
