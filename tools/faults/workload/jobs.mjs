import { trigger } from '@scheduler/contracts';
import { between } from './draw.mjs';

/**
 * Gives a job enough retries for every death and every lost lease of a run, and lets it catch up on all missed instants,
 * however late.
 */
export function patient(job) {
  return {
    maxRetries: 60,
    backoff: { strategy: 'fixed', delay: 100 },
    missedRuns: { policy: 'all', cap: 10_000 },
    ...job,
  };
}

const ONE_OFFS = 5;

/**
 * The jobs of a run: both guards of effects, intervals and cron, overlap allowed and forbidden, retries, timeouts, snoozes and one-offs.
 * They end by themselves, so that a run has an end.
 *
 * @param window `startAt` and `endAt` of every job
 */
export function jobsOf({ window, leaseMs, random }) {
  const job = (name, type, more) => patient({ name, type, ...window, ...more });
  const fenced = (name, more) => job(name, 'fenced_work', more);
  const transactional = (name, more) => job(name, 'transactional_work', more);
  return [
    fenced('every-second', { trigger: trigger.every('1s'), allowOverlap: true }),
    fenced('cron-second', { trigger: trigger.cron('* * * * * *'), allowOverlap: true, ...works(50, 300) }),
    transactional('booking', { trigger: trigger.every('1s'), allowOverlap: true }),
    transactional('cron-booking', { trigger: trigger.cron('*/2 * * * * *'), ...works(0, 200) }),
    // It takes longer than its interval, so that occurrences are skipped and two never run at once.
    fenced('exclusive', { trigger: trigger.cron('* * * * * *'), ...works(700, 1_400) }),
    // It takes longer than a lease, so that it needs heartbeats.
    fenced('long', { trigger: trigger.every('2s'), ...works(leaseMs * 1.2, leaseMs * 1.5) }),
    fenced('long-side-by-side', {
      trigger: trigger.every('3s'),
      allowOverlap: true,
      ...works(leaseMs * 1.2, leaseMs * 1.5),
    }),
    fenced('retried', { trigger: trigger.every('1s'), allowOverlap: true, payload: { fails: 1 } }),
    transactional('booking-retried', { trigger: trigger.every('2s'), payload: { fails: 2 } }),
    fenced('timed-out', {
      trigger: trigger.cron('*/2 * * * * *'),
      timeout: 400,
      allowOverlap: true,
      payload: { hangs: true },
    }),
    fenced('snoozed', { trigger: trigger.every('2s'), payload: { snoozes: true } }),
    ...oneOffs({ window, random }).map((at, index) =>
      job(`once-${index + 1}`, index % 2 === 0 ? 'fenced_work' : 'transactional_work', {
        trigger: trigger.once(at),
      }),
    ),
  ];
}

function works(least, most) {
  return { payload: { workMs: [least, most] } };
}

/** Instants in the second half of the window, because one that has passed when the job is stored is refused. */
function oneOffs({ window: { startAt, endAt }, random }) {
  const middle = (startAt.getTime() + endAt.getTime()) / 2;
  return Array.from({ length: ONE_OFFS }, () => new Date(between(random, middle, endAt.getTime())));
}
