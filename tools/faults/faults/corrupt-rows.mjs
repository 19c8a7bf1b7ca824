import { trigger } from '@scheduler/contracts';
import { patient } from '../workload/jobs.mjs';

const NOT_JSON = '{"cut off';
const UNKNOWN_TYPE = 'nobody_handles_this';
const ATTEMPTS = 2;
const cron = (expression, zone) =>
  JSON.stringify({ ...trigger.cron('* * * * * *'), expressions: [expression], zone });

/** Columns of jobs, and the values that are written into them. */
const JOBS = [
  ['trigger_spec', NOT_JSON],
  ['trigger_spec', cron('every now and then', 'UTC')],
  ['trigger_spec', cron('* * * * * *', 'Mars/Olympus_Mons')],
  ['payload', NOT_JSON],
  ['policies', NOT_JSON],
  ['metadata', NOT_JSON],
  ['type', UNKNOWN_TYPE],
];

/** Columns of pending executions, and the values that are written into them. */
const EXECUTIONS = [
  ['payload', NOT_JSON],
  ['details', NOT_JSON],
  ['attempts', NOT_JSON],
  ['type', UNKNOWN_TYPE],
];

/** Rows of the store, which every node reads again and again, contain invalid values. */
export const fault = {
  name: 'corrupt-rows',
  title: 'bad JSON, cron, zone, unknown type in rows of the store',
  stores: ['sqlite', 'postgres', 'mariadb'],
  promises: 'quarantine, others unaffected',
  harm: 'rows',

  async inflict(scene) {
    for (const [index, [column, value]] of JOBS.entries()) {
      await corruptJob(scene, { id: `corrupt-job-${index + 1}`, column, value });
      await corruptExecution(scene, {
        id: `corrupt-execution-${index + 1}`,
        ...toObject(EXECUTIONS[index % EXECUTIONS.length]),
      });
      await scene.sleep(200);
    }
    await scene.sleep(scene.leftMs);
  },

  /** An unknown type is not corrupt, because another node might know it. Its job stays active, and its executions fail within their budget. */
  verify(_scene, { aside: { jobs, executions } }) {
    return [
      ...jobs
        .filter(({ type, status }) => type !== UNKNOWN_TYPE && status !== 'paused')
        .map(({ name, status }) => `${name} is ${status} and not paused`),
      ...jobs
        .filter(
          ({ statusReason, status }) => status === 'paused' && !statusReason?.startsWith('quarantined: '),
        )
        .map(
          ({ name, statusReason }) => `${name} is paused for another reason than quarantine: ${statusReason}`,
        ),
      ...executions.flatMap(violationsOf),
    ];
  },
};

const toObject = ([column, value]) => ({ column, value });

async function corruptJob(scene, { id, column, value }) {
  scene.setAside.jobs.add(id);
  const ends = new Date(Date.now() + scene.leftMs + 1_000);
  const budget = { maxRetries: ATTEMPTS - 1 };
  const every = { trigger: trigger.every('1s'), endAt: ends };
  await scene.control.scheduler.schedule(patient({ id, name: id, type: 'fenced_work', ...every, ...budget }));
  await scene.control
    .knex('scheduler_jobs')
    .where({ id })
    .update({ [column]: value });
  scene.count('rows');
}

async function corruptExecution(scene, { id, column, value }) {
  scene.setAside.executions.add(id);
  const later = { runAt: new Date(Date.now() + 1_000) };
  const budget = { maxRetries: ATTEMPTS - 1, backoff: { strategy: 'fixed', delay: 100 } };
  await scene.control.scheduler.enqueue({ id, type: 'fenced_work', ...later, ...budget });
  await scene.control
    .knex('scheduler_executions')
    .where({ id })
    .update({ [column]: value });
  scene.count('rows');
}

/** Executions that were fired before their job was corrupted are valid and succeed. */
function violationsOf({ id, jobId, type, status, reason, attemptsUsed }) {
  const label = `${id} of ${jobId ?? 'nobody'}`;
  if (attemptsUsed > ATTEMPTS) return [`${label} has used ${attemptsUsed} attempts of ${ATTEMPTS}`];
  const expected = type === UNKNOWN_TYPE ? 'handler_not_found' : 'corrupt';
  if (status === 'failed' && reason?.code === expected) return [];
  if (jobId !== null && (status === 'success' || status === 'skipped')) return [];
  return [`${label} is ${status} (${reason?.code}) instead of failed (${expected})`];
}
