import { runScaleOut } from './run-scale-out.js';

/** `npm run scale-out -- 100000`: prints the results of one run, with exit code 1 unless each job was executed once. */
async function main([jobs = '100000', workers = '4']: readonly string[]): Promise<void> {
  const { SCHEDULER_TEST_POSTGRES_URL: databaseUrl, SCHEDULER_TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new Error(
      'set SCHEDULER_TEST_POSTGRES_URL and SCHEDULER_TEST_REDIS_URL to the addresses of the servers',
    );
  const figures = await runScaleOut({ databaseUrl, redisUrl, jobs: Number(jobs), workers: Number(workers) });
  const { seconds, enqueueSeconds, byWorker, missing, repeated, unsettled } = figures;
  const perSecond = (time: number) => Math.round(figures.jobs / time).toLocaleString('en');
  console.log(
    `${figures.jobs.toLocaleString('en')} jobs, one dispatcher, ${byWorker.length} workers, PostgreSQL and BullMQ`,
  );
  console.log(`enqueued in ${enqueueSeconds.toFixed(1)} s: ${perSecond(enqueueSeconds)} jobs/s`);
  console.log(`all done after ${seconds.toFixed(1)} s: ${perSecond(seconds)} jobs/s`);
  console.log(`by worker: ${byWorker.map((count) => count.toLocaleString('en')).join(', ')}`);
  console.log(
    `missing ${missing.length}, executed more than once ${repeated.length}, unsettled ${unsettled}`,
  );
  if (missing.length + repeated.length + unsettled > 0) process.exitCode = 1;
}

void main(process.argv.slice(2));
