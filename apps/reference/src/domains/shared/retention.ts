import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, Row } from './app-store.js';
import { errorCode } from './files.js';

/** Data with a retention. The domains provide them; the maintenance domain decides when to delete which. */
export interface Expiring {
  /** For logs and results, such as `reports`. */
  readonly name: string;
  /** Resolves to the number of deleted items. Safe to repeat. */
  deleteOlderThan(cutoff: Date, signal: AbortSignal): Promise<number>;
}

export class ExpiringFiles implements Expiring {
  constructor(
    readonly name: string,
    private readonly folder: string,
  ) {}

  async deleteOlderThan(cutoff: Date, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (const file of await filesIn(this.folder)) {
      signal.throwIfAborted();
      const path = join(this.folder, file);
      const modifiedAt = await modificationOf(path);
      if (modifiedAt === null || modifiedAt >= cutoff.getTime()) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
    return deleted;
  }
}

export class ExpiringRows<TRow extends Row> implements Expiring {
  constructor(
    readonly name: string,
    private readonly rows: Collection<TRow>,
    /** The start of the retention of a row, as ISO 8601. Null: it has not started. */
    private readonly agesFrom: (row: TRow) => string | null,
  ) {}

  async deleteOlderThan(cutoff: Date, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    return this.rows.removeWhere((row) => {
      const since = this.agesFrom(row);
      return since !== null && Date.parse(since) < cutoff.getTime();
    });
  }
}

/** Null: the file is gone. A report that is written at this moment was listed under its temporary name. */
async function modificationOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtime.getTime();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
