import { jobStatuses } from '@scheduler/contracts';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import type { JobHash } from '../jobs/job-hash.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { quarantineReason } from '../jobs/corrupt-job.js';

/** Arguments: the job, the revision that was read, the reason. */
const QUARANTINE = step(
  JOB_STEPS,
  `
local id, revision, reason = next_arg(), next_arg(), next_arg()
local job = job_read(id, { 'revision', 'tenant' })
if not job or job.revision ~= revision then return 0 end
-- The job is removed from the indexes of all statuses, because its status may be what is corrupt.
for _, status in ipairs({ ${jobStatuses.statuses.map((status) => `'${status}'`).join(', ')} }) do
  redis.call('ZREM', base .. 'jobs:is:' .. status .. ':*', id)
  redis.call('ZREM', base .. 'jobs:is:' .. status .. ':' .. job_scope(job.tenant), id)
end
redis.call('ZREM', base .. 'jobs:due', id)
local now = now_ms()
job_change(id, {
  status = 'paused', status_reason = reason, paused = now, updated = now, revision = (tonumber(revision) or 0) + 1
})
return 1
`,
);

/** Pauses a corrupt job with a reason, so that a person can repair or delete it. */
export async function quarantineJob(database: RedisDatabase, id: string, hash: JobHash): Promise<void> {
  await database.change(QUARANTINE, [id, hash.revision, quarantineReason(hash)], null);
}
