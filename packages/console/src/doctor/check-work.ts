import { formatDuration } from '@scheduler/contracts';
import type { Survey, SurveyedQueue, UnhandledType } from '@scheduler/core';
import { type Check, counted, error, few, info, ok, warning } from './check.js';

const SKEW_MS = 1_000;
/** Work may wait a moment before anybody is to blame. */
const PATIENCE_MS = 60_000;

export interface WorkFacts {
  readonly survey: Survey;
  /** True: handlers of other types may live on other nodes. */
  readonly acceptsUnknownTypes: boolean;
}

/** What the store holds, judged: work that nobody does, and work that nobody can do. */
export function checkWork({ survey, acceptsUnknownTypes }: WorkFacts): readonly Check[] {
  return [
    clock(survey),
    jobsWithoutHandler(survey, acceptsUnknownTypes ? warning : error),
    waitingWithoutHandler(survey, acceptsUnknownTypes ? warning : error),
    handlersWithoutJob(survey),
    quarantined(survey),
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

type Judge = typeof error;

const describe = (types: readonly UnhandledType[], thing: string) =>
  few(types.map(({ type, count, example }) => `${type} (${counted(count, thing)}, such as ${example})`));

function jobsWithoutHandler({ unhandledJobs, jobs }: Survey, judge: Judge): Check {
  if (unhandledJobs.length === 0) {
    const message = jobs === 0 ? 'no job is stored' : `${counted(jobs, 'job')}, and a handler for each type`;
    return ok('jobs-without-handler', message);
  }
  return judge({
    name: 'jobs-without-handler',
    message: `no handler here for ${describe(unhandledJobs, 'job')}`,
    wayOut: 'register a handler for the type, or scheduler schedule:delete the jobs; make:handler writes one',
  });
}

function waitingWithoutHandler({ unhandledWaiting }: Survey, judge: Judge): Check {
  if (unhandledWaiting.length === 0) {
    return ok('waiting-without-handler', 'nothing waits that no handler here supports');
  }
  return judge({
    name: 'waiting-without-handler',
    message: `no handler here for what waits: ${describe(unhandledWaiting, 'execution')}`,
    wayOut: 'register a handler for the type, or scheduler execution:cancel them',
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

function quarantined({ quarantined: jobs }: Survey): Check {
  if (jobs.length === 0) return ok('quarantine', 'no job is in quarantine');
  return error({
    name: 'quarantine',
    message: `paused because what is stored of them is not valid: ${few(jobs.map(({ name }) => name))}`,
    wayOut: 'scheduler schedule:show <job> tells why; mend it, then schedule:resume, or schedule:delete',
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
