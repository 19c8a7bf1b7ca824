import { type HeldLease, startConfirmed } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { toTenant, toTextOrNull } from '../rows/values.js';
import { appendEvents } from './append.js';

/** What a heartbeat returns besides where it appends events. */
export const CONFIRMED_COLUMNS = ['job_id', 'tenant', 'owner'];

/** Whether a heartbeat has events: leases that are only extended have none. */
export function confirmsStarts({ logsEvents }: Database, leases: readonly HeldLease[]): boolean {
  return logsEvents && leases.some(({ startedAt }) => (startedAt ?? null) !== null);
}

/** Appends the events of those starts whose leases are held. */
export async function appendConfirmed(
  database: Database,
  on: Executor,
  { leases, rows }: { readonly leases: readonly HeldLease[]; readonly rows: readonly Row[] },
): Promise<void> {
  const at = new Date(await database.recentNow(on));
  const starts = new Map(
    leases.map(({ executionId, fence, startedAt }) => [`${executionId}#${fence}`, startedAt]),
  );
  await appendEvents(database, on, () =>
    rows.flatMap((row) => {
      const [id, fence] = [String(row['id']), Number(row['fence'])];
      const startedAt = starts.get(`${id}#${fence}`) ?? null;
      if (startedAt === null) return [];
      const key = { id, jobId: toTextOrNull(row['job_id']), tenant: toTenant(row['tenant']) };
      return [startConfirmed(key, { fence, startedAt }, { at, cause: toTextOrNull(row['owner']) })];
    }),
  );
}
