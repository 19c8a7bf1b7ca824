import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, Row } from './app-store.js';
import { errorCode } from './files.js';

/** Data that grows old. A domain offers its own; maintenance decides when and how old is too old. */
export interface Expiring {
  /** For logs and results, such as `reports`. */
  readonly name: string;
  /** How many were deleted. Safe to repeat. */
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
      if ((await stat(path)).mtime.getTime() >= cutoff.getTime()) continue;
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
    /** The instant, as ISO 8601, from which a row ages. Null: it does not age yet. */
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

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
