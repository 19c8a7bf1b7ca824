import type { CancelRequested } from '@scheduler/contracts';
import { type CancelExecution, cancelPendingExecution } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { readableExecution } from '../rows/corrupt-execution.js';
import { raw, sql } from '../sql/sql.js';
import { endFinishedJobs } from './count-in-jobs.js';
import { inScope } from './in-scope.js';

export function requestCancel(database: Database, request: CancelExecution): Promise<CancelRequested | null> {
  const { executions } = database.tables;
  const { id, tenant, reason } = request;
  return database.transaction(async (on): Promise<CancelRequested | null> => {
    const lock = raw(database.dialect.lock);
    const [row] = await database.rows(
      sql`SELECT * FROM ${executions} WHERE id = ${id} AND ${inScope(tenant)} ${lock}`,
      on,
    );
    if (row === undefined) return null;
    const execution = readableExecution(row);
    if (execution.status === 'running') {
      await database.write(sql`UPDATE ${executions} SET cancel_request = ${reason} WHERE id = ${id}`, on);
      return { state: 'stopping', execution: { ...execution, cancelRequest: reason } };
    }
    if (execution.status !== 'pending') return { state: 'ended', execution };
    const at = new Date(await database.askNow(on));
    const cancelled = cancelPendingExecution(execution, reason, at);
    await database.write(
      sql`UPDATE ${executions} SET status = 'cancelled', reason_code = 'cancelled', reason_message = ${reason}, finished_at = ${at.getTime()} WHERE id = ${id}`,
      on,
    );
    await endFinishedJobs(database, [cancelled], { at, on });
    return { state: 'cancelled', execution: cancelled };
  });
}
