import { trigger } from '@scheduler/contracts';
import { patient } from '../workload/jobs.mjs';

const NOT_JSON = '{"cut off';
const UNKNOWN_TYPE = 'nobody_handles_this';
const TRIES = 2;
const cron = (expression, zone) =>
  JSON.stringify({ ...trigger.cron('* * * * * *'), expressions: [expression], zone });

/** Columns of jobs and what is written into them. */
const JOBS = [
  ['trigger_spec', NOT_JSON],
  ['trigger_spec', cron('every now and then', 'UTC')],
  ['trigger_spec', cron('* * * * * *', 'Mars/Olympus_Mons')],
  ['payload', NOT_JSON],
  ['policies', NOT_JSON],
  ['metadata', NOT_JSON],
  ['type', UNKNOWN_TYPE],
];

/** Of executions that wait. */
const EXECUTIONS = [
  ['payload', NOT_JSON],
  ['details', NOT_JSON],
  ['attempts', NOT_JSON],
  ['type', UNKNOWN_TYPE],
];

/** Somebody has written nonsense into rows of the store, which are read by every node, again and again. */
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

  /** The unknown type is no nonsense: another node might know it. Its job goes on, and its executions end within their budget. */
  verify(_scene, { aside: { jobs, executions } }) {
    return [
      ...jobs
        .filter(({ type, status }) => type !== UNKNOWN_TYPE && status !== 'paused')
        .map(({ name, status }) => `${name} is ${status} and not paused`),
      ...jobs
        .filter(
          ({ statusReason, status }) => status === 'paused' && !statusReason?.startsWith('quarantined: '),
        )
        .map(({ name, statusReason }) => `${name} does not say that it is quarantined: ${statusReason}`),
      ...executions.flatMap(troubleOf),
    ];
  },
};

const toObject = ([column, value]) => ({ column, value });

async function corruptJob(scene, { id, column, value }) {
  scene.setAside.jobs.add(id);
  const ends = new Date(Date.now() + scene.leftMs + 1_000);
  const budget = { maxRetries: TRIES - 1 };
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
  const budget = { maxRetries: TRIES - 1, backoff: { strategy: 'fixed', delay: 100 } };
  await scene.control.scheduler.enqueue({ id, type: 'fenced_work', ...later, ...budget });
  await scene.control
    .knex('scheduler_executions')
    .where({ id })
    .update({ [column]: value });
  scene.count('rows');
}

/** What had been fired before its job was damaged is sound, and succeeds. */
function troubleOf({ id, jobId, type, status, reason, attemptsUsed }) {
  const of = `${id} of ${jobId ?? 'nobody'}`;
  if (attemptsUsed > TRIES) return [`${of} has used ${attemptsUsed} attempts of ${TRIES}`];
  const expected = type === UNKNOWN_TYPE ? 'handler_not_found' : 'corrupt';
  if (status === 'failed' && reason?.code === expected) return [];
  if (jobId !== null && (status === 'success' || status === 'skipped')) return [];
  return [`${of} is ${status} (${reason?.code}) instead of failed (${expected})`];
}
