import { formatDuration, type HealthReport } from '@scheduler/contracts';
import { type Check, counted, firstFew, info, ok, warning } from './check.js';

const SKEW_MS = 1_000;

export interface WorkFacts {
  readonly health: HealthReport;
  /** Types that have a handler but no job, apart from jobs that have ended. */
  readonly typesWithoutJob: readonly string[];
}

/** Checks for work that does not proceed. */
export function checkWork({ health, typesWithoutJob }: WorkFacts): readonly Check[] {
  return [
    clock(health),
    handlersWithoutJob(typesWithoutJob),
    ticking(health),
    queues(health),
    leases(health),
    deadLetters(health),
  ];
}

function clock({ components }: HealthReport): Check {
  const skewMs = components.scheduler.clockSkewMs ?? 0;
  const apart = Math.abs(skewMs);
  if (apart <= SKEW_MS) return ok('clock', 'this process and the store agree about the time');
  return warning({
    name: 'clock',
    message: `the clock of this process is ${formatDuration(apart)} ${skewMs > 0 ? 'behind' : 'ahead of'} that of the store`,
    wayOut: 'the store decides what is due, so nothing is lost; let NTP set both clocks',
  });
}

function handlersWithoutJob(types: readonly string[]): Check {
  if (types.length === 0) return ok('handlers-without-job', 'every handler has a job');
  return info({
    name: 'handlers-without-job',
    message: `handlers that no job uses: ${firstFew(types)}`,
    wayOut: 'nothing to do if their work is enqueued; otherwise scheduler schedule:create --type <type>',
  });
}

function ticking({ issues }: HealthReport): Check {
  const overdue = issues.find(({ code }) => code === 'JOBS_NOT_FIRED');
  if (overdue === undefined) return ok('ticking', 'no job is overdue');
  return warning({
    name: 'ticking',
    message: overdue.message,
    wayOut: 'run scheduler schedule:work, or schedule:process each minute by cron',
  });
}

/** Issues of queues that have checks of their own. */
const OTHER_CHECKS: ReadonlySet<string> = new Set(['DEAD_LETTERS_GROW', 'NO_HANDLER']);

function queues({ issues }: HealthReport): Check {
  const stuck = issues.filter(({ component, code }) => component === 'queue' && !OTHER_CHECKS.has(code));
  if (stuck.length === 0) return ok('queues', 'no queue waits for a node to process it');
  return warning({
    name: 'queues',
    message: firstFew(stuck.map(({ message }) => message)),
    wayOut:
      'run scheduler schedule:work with these queues in its configuration; schedule:why shows limits and circuits',
  });
}

function leases({ components }: HealthReport): Check {
  const abandoned = components.workers.abandoned ?? 0;
  if (abandoned === 0) return ok('leases', 'every running execution has a live node');
  return warning({
    name: 'leases',
    message: `${counted(abandoned, 'running execution')} lost ${abandoned === 1 ? 'its' : 'their'} node`,
    wayOut: 'a running node recovers them automatically: start one with scheduler schedule:work',
  });
}

function deadLetters({ components }: HealthReport): Check {
  const count = components.queue.deadLetters ?? 0;
  if (count === 0) return ok('dead-letters', 'there are no dead letters');
  return warning({
    name: 'dead-letters',
    message: `${counted(count, 'dead letter')} ${count === 1 ? 'needs' : 'need'} a decision`,
    wayOut: 'scheduler dead-letter:list shows them; then dead-letter:retry or dead-letter:delete',
  });
}
