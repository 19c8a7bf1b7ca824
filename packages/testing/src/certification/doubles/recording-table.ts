/** A table remembers a higher fence than that of the write, so another attempt has written since. */
export class StaleFence extends Error {
  override readonly name = 'StaleFence';

  constructor(
    readonly key: string,
    readonly fence: number,
    readonly held: number,
  ) {
    super(
      `the row ${JSON.stringify(key)} was written with fence ${held}; a write with fence ${fence} is refused`,
    );
  }
}

export interface WriteOptions {
  /** The row remembers it, and refuses a write with a lower one. */
  readonly fence?: number;
}

/** What can be done with a table, inside a transaction and outside. */
export interface TableAccess<TRow> {
  get(key: string): Promise<TRow | undefined>;
  /** Adds a row under a new key, as a table with generated keys does. */
  insert(row: TRow): Promise<string>;
  /** Writes the row of a key, whether it exists or not. */
  put(key: string, row: TRow, options?: WriteOptions): Promise<void>;
}

/** An open transaction. `context.completeIn(transaction)` records the success with its commit. */
export interface RecordedTransaction<TRow> extends TableAccess<TRow> {
  /** Called at the commit; if it throws, the transaction is rolled back. */
  onCommit(check: () => (() => void) | void): void;
}

interface Stored<TRow> {
  readonly row: TRow;
  readonly fence: number;
}

/**
 * A table of rows by key, with transactions and fences.
 *
 * @example
 * const world = () => ({ orders: recordingTable<{ total: number }>() });
 * // in the handler:
 * await orders.transaction(async (transaction) => {
 *   await transaction.insert({ total: 10 });
 *   await context.completeIn(transaction);
 * });
 */
export class RecordingTable<TRow = unknown> implements TableAccess<TRow> {
  private readonly rows = new Map<string, Stored<TRow>>();
  private generated = 0;

  constructor(rows: Readonly<Record<string, TRow>> = {}) {
    for (const [key, row] of Object.entries(rows)) this.write(key, row, 0);
  }

  async get(key: string): Promise<TRow | undefined> {
    return structuredClone(this.rows.get(key)?.row);
  }

  async insert(row: TRow): Promise<string> {
    const key = this.nextKey();
    this.write(key, row, 0);
    return key;
  }

  async put(key: string, row: TRow, { fence }: WriteOptions = {}): Promise<void> {
    this.checkFence(key, fence);
    this.write(key, row, fence ?? this.fenceOf(key));
  }

  /** Applies what the callback writes when it has ended well, all at once, and nothing of it else. */
  async transaction<TResult>(
    work: (transaction: RecordedTransaction<TRow>) => Promise<TResult>,
  ): Promise<TResult> {
    const writes = new Map<string, Stored<TRow>>();
    const checks: (() => (() => void) | void)[] = [];
    const result = await work({
      get: async (key) => structuredClone((writes.get(key) ?? this.rows.get(key))?.row),
      insert: async (row) => {
        const key = this.nextKey();
        writes.set(key, { row: structuredClone(row), fence: 0 });
        return key;
      },
      put: async (key, row, { fence } = {}) => {
        this.checkFence(key, fence);
        writes.set(key, { row: structuredClone(row), fence: fence ?? this.fenceOf(key) });
      },
      onCommit: (check) => void checks.push(check),
    });
    for (const [key, { fence }] of writes) this.checkFence(key, fence === 0 ? undefined : fence);
    const committed = checks.map((check) => check());
    for (const [key, { row, fence }] of writes) this.write(key, row, fence);
    for (const then of committed) then?.();
    return result;
  }

  /** The rows, without generated keys. */
  effects(): readonly unknown[] {
    return [...this.rows].map(([key, { row }]) => (key.startsWith(GENERATED) ? row : { key, row }));
  }

  private nextKey(): string {
    this.generated += 1;
    return `${GENERATED}${this.generated}`;
  }

  private write(key: string, row: TRow, fence: number): void {
    this.rows.set(key, { row: structuredClone(row), fence });
  }

  private fenceOf(key: string): number {
    return this.rows.get(key)?.fence ?? 0;
  }

  private checkFence(key: string, fence: number | undefined): void {
    if (typeof key !== 'string') throw new TypeError(`key is ${JSON.stringify(key)}: it must be a text`);
    if (fence !== undefined && !Number.isInteger(fence))
      throw new TypeError(
        `fence is ${JSON.stringify(fence)}: it must be a whole number, such as context.fence`,
      );
    const held = this.fenceOf(key);
    if (fence !== undefined && fence < held) throw new StaleFence(key, fence, held);
  }
}

/** Such as `row-1`. */
const GENERATED = 'row-';

export function recordingTable<TRow = unknown>(
  rows: Readonly<Record<string, TRow>> = {},
): RecordingTable<TRow> {
  return new RecordingTable(rows);
}
