import { formatDuration } from '@scheduler/contracts';
import type { Survey, SurveyedQueue } from '@scheduler/core';
import { type Check, counted, few, info, ok, warning } from './check.js';

const SKEW_MS = 1_000;
/** Work may wait a moment before anybody is to blame. */
const PATIENCE_MS = 60_000;

/** Work that nobody does: what stands still, and since when. */
export function checkWork(survey: Survey): readonly Check[] {
  return [
    clock(survey),
    handlersWithoutJob(survey),
    ticking(survey),
    queues(survey),
    leases(survey),
    deadLetters(survey),
  ];
}

function clock({ storeAheadMs }: Survey): Check {
  const apart = Math.abs(storeAheadMs);
  if (apart <= SKEW_MS) return ok('clock', 'this process and the store agree about the time');
  return warning({
    name: 'clock',
    message: `the clock of this process is ${formatDuration(apart)} ${storeAheadMs > 0 ? 'behind' : 'ahead of'} that of the store`,
    wayOut: 'the store decides what is due, so nothing is lost; let NTP set both clocks',
  });
}

function handlersWithoutJob({ typesWithoutJob }: Survey): Check {
  if (typesWithoutJob.length === 0) return ok('handlers-without-job', 'every handler has a job');
  return info({
    name: 'handlers-without-job',
    message: `handlers that no job uses: ${few(typesWithoutJob)}`,
    wayOut: 'nothing, if their work is enqueued; else scheduler schedule:create --type <type>',
  });
}

function ticking({ dueSince, storeTime }: Survey): Check {
  if (!isOld(dueSince, storeTime)) return ok('ticking', 'no job is overdue');
  return warning({
    name: 'ticking',
    message: `a job has been due for ${since(dueSince, storeTime)} and nobody has fired it`,
    wayOut: 'run scheduler schedule:work, or schedule:process each minute by cron',
  });
}

function queues({ queues: all, storeTime }: Survey): Check {
  const stuck = all.filter(({ waitingSince, running }) => running === 0 && isOld(waitingSince, storeTime));
  if (stuck.length === 0) return ok('queues', 'no queue waits for somebody to process it');
  return warning({
    name: 'queues',
    message: few(stuck.map((queue) => stuckText(queue, storeTime))),
    wayOut:
      'run scheduler schedule:work with these queues in its configuration, queue:resume what is paused; schedule:why tells of limits and circuits',
  });
}

function stuckText(
  { queue, available, waitingSince, paused, concurrency }: SurveyedQueue,
  now: Date,
): string {
  const why = paused
    ? 'paused'
    : concurrency === null
      ? 'not processed by this configuration'
      : 'nothing of it runs';
  return `${queue} (${available} waiting for ${since(waitingSince, now)}, ${why})`;
}

function leases({ lostLeases }: Survey): Check {
  if (lostLeases.length === 0) return ok('leases', 'everything that runs has a living node');
  const names = lostLeases.map(({ jobName, type, id }) => `${jobName ?? type} (${id})`);
  return warning({
    name: 'leases',
    message: `their nodes are gone: ${few(names)}`,
    wayOut: 'a running node brings them back by itself: start one with scheduler schedule:work',
  });
}

function deadLetters({ deadLetters: count }: Survey): Check {
  if (count === 0) return ok('dead-letters', 'no dead letter waits for a person');
  return warning({
    name: 'dead-letters',
    message: `${counted(count, 'dead letter')} ${count === 1 ? 'waits' : 'wait'} for a person`,
    wayOut: 'scheduler dead-letter:list shows them; then dead-letter:retry or dead-letter:delete',
  });
}

const isOld = (instant: Date | null, now: Date): boolean =>
  instant !== null && now.getTime() - instant.getTime() > PATIENCE_MS;

/** In whole seconds: nobody needs more here. */
const since = (instant: Date | null, now: Date): string =>
  formatDuration(Math.floor((now.getTime() - (instant?.getTime() ?? 0)) / 1_000) * 1_000);
