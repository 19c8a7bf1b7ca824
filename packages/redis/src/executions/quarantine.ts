import type { RedisDatabase } from '../database/redis-database.js';
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
  await database.run(SETTLE, [at, 1, fields['id'] ?? '', fields['fence'] ?? 0, '', ...changes]);
}
