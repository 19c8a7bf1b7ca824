import type { SaveProgress } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { detailsToJson } from '../rows/execution-details.js';
import { sql } from '../sql/sql.js';

/** One statement is enough: the owner knows the other details, and the fence refuses an owner that has lost the lease. */
export async function saveProgress(
  database: Database,
  { execution, progress }: SaveProgress,
): Promise<boolean> {
  const { id, fence } = execution;
  const details = detailsToJson({ ...execution, progress });
  const written = await database.write(
    sql`UPDATE ${database.tables.executions} SET details = ${details} WHERE id = ${id} AND fence = ${fence} AND status = 'running'`,
  );
  return written > 0;
}
