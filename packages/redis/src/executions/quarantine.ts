import type { JsonObject } from '@scheduler/contracts';
import type { EventRecord } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { eventsToArgs } from '../database/event-args.js';
import { changeArgs } from './execution-args.js';
import type { Fields } from './execution-hash.js';
import { corruptFields } from './corrupt-execution.js';
import { SETTLE } from './settle-step.js';

/** Fails an execution whose hash is corrupt, under the fence of the claim that found it. */
export async function quarantine(database: RedisDatabase, fields: Fields): Promise<void> {
  const at = (await database.now()).getTime();
  const error = {
    name: 'CorruptHash',
    message: `its hash cannot be read (${corruptFields(fields).join(', ')})`,
    code: 'CORRUPT_HASH',
    stack: null,
    errorClass: null,
  };
  const changes = changeArgs({
    status: 'failed',
    rcode: 'corrupt',
    rmsg: null,
    err: JSON.stringify(error),
    eclass: null,
    finished: at,
    dur: 0,
    owner: null,
    lease: null,
    cancel: null,
  });
  const args = [at, 1, fields['id'] ?? '', fields['fence'] ?? 0, '', ...changes];
  if (database.logs) args.push(...eventsToArgs([failed(fields, error, new Date(at))]));
  await database.change(SETTLE, args, fields['owner']);
}

/** What was written, because the rest of the execution cannot be read. */
function failed(fields: Fields, error: JsonObject, at: Date): EventRecord {
  return {
    name: 'ExecutionFailed',
    version: 1,
    at,
    tenant: fields['tenant'] ?? null,
    entity: 'execution',
    entityId: fields['id'] ?? '',
    jobId: fields['job'] ?? null,
    cause: fields['owner'] ?? null,
    data: { fence: Number(fields['fence'] ?? 0), reason: { code: 'corrupt', message: null }, error },
  };
}
