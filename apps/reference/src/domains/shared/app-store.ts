import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@scheduler/contracts';
import { withFileLock } from './file-lock.js';
import { errorCode, writeFileAtomically } from './files.js';

export interface Row {
  readonly id: string;
}

/**
 * The data of the product, separate from the data of the scheduler: each collection is one JSON file. A lock serializes changes of
 * different processes. Reading needs no lock, since a file is replaced as a whole.
 */
export class AppStore {
  private readonly collections = new Map<string, Collection<Row>>();

  constructor(
    private readonly folder: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  collection<TRow extends Row>(name: string): Collection<TRow> {
    const known = this.collections.get(name);
    if (known !== undefined) return known as unknown as Collection<TRow>;
    const created = new Collection<TRow>(join(this.folder, `${name}.json`), this.clock);
    this.collections.set(name, created as unknown as Collection<Row>);
    return created;
  }
}

export class Collection<TRow extends Row> {
  private lastChange: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async all(): Promise<readonly TRow[]> {
    return parseRows<TRow>(this.path, await readOrEmpty(this.path));
  }

  /** Null: there is no such row. */
  async find(id: string): Promise<TRow | null> {
    return (await this.all()).find((row) => row.id === id) ?? null;
  }

  /** Throws if a row with the same id exists. */
  async insert(...rows: readonly TRow[]): Promise<void> {
    await this.change((existing) => {
      const ids = new Set(existing.map((row) => row.id));
      for (const { id } of rows) {
        if (ids.has(id)) throw new Error(`${this.path} has a row with the id ${JSON.stringify(id)} already`);
        ids.add(id);
      }
      return [...existing, ...rows];
    });
  }

  /** Inserts rows into an empty collection; does nothing if the collection has rows. */
  async fill(rows: readonly TRow[]): Promise<void> {
    await this.change((existing) => (existing.length === 0 ? rows : existing));
  }

  /** Resolves to the updated row. Null: there is no such row. */
  async update(id: string, change: (row: TRow) => TRow): Promise<TRow | null> {
    let updated: TRow | null = null;
    await this.change((existing) =>
      existing.map((row) => {
        if (row.id !== id) return row;
        updated = change(row);
        return updated;
      }),
    );
    return updated;
  }

  /** Resolves to the number of deleted rows. */
  async removeWhere(matches: (row: TRow) => boolean): Promise<number> {
    let removed = 0;
    await this.change((existing) => {
      const kept = existing.filter((row) => !matches(row));
      removed = existing.length - kept.length;
      return removed === 0 ? existing : kept;
    });
    return removed;
  }

  /** Applies changes one after the other, so that each reads the result of the one before. */
  private async change(decide: (rows: readonly TRow[]) => readonly TRow[]): Promise<void> {
    const apply = async () => {
      const before = await this.all();
      const after = decide(before);
      if (after === before) return;
      const text = `${JSON.stringify(after, null, 2)}\n`;
      await writeFileAtomically({ path: this.path, text, at: this.clock.now() });
    };
    const result = this.lastChange.then(() => withFileLock(this.path, apply));
    this.lastChange = result.catch(() => undefined);
    await result;
  }
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '[]';
    throw error;
  }
}

function parseRows<TRow>(path: string, text: string): readonly TRow[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (Array.isArray(rows)) return rows as TRow[];
  } catch (cause) {
    throw new Error(
      `${path} is not valid JSON; repair it, or move it away to start with an empty collection`,
      { cause },
    );
  }
  throw new Error(
    `${path} does not contain a list of rows; repair it, or move it away to start with an empty collection`,
  );
}
