import { PATIENCE_MS } from './settings.mjs';
import { until } from './until.mjs';

const CHECK_INTERVAL_MS = 200;
/** The total limit, even if executions keep being retried. */
const TOTAL_LIMIT_MS = 10 * PATIENCE_MS;

/**
 * Waits until no execution is pending or running and every job has ended.
 *
 * @param dueAt the last instant at which the jobs of the run are due
 * @returns descriptions of what is unfinished after the time that promise D allows beyond the last due instant. Null: nothing
 */
export async function drain({ control, dueAt: lastDueAt, healedAt }) {
  let dueAt = Math.max(lastDueAt, healedAt);
  const deadline = dueAt + TOTAL_LIMIT_MS;
  let remaining = [];
  const isDone = async () => {
    try {
      remaining = await unfinished(control);
    } catch (error) {
      remaining = [{ text: `the store does not answer: ${error.message}`, dueAt: null }];
    }
    dueAt = Math.max(dueAt, ...remaining.flatMap((each) => each.dueAt ?? []));
    return remaining.length === 0 || Date.now() > Math.min(dueAt + PATIENCE_MS, deadline);
  };
  while (!(await until(isDone, PATIENCE_MS, CHECK_INTERVAL_MS)));
  return remaining.length === 0 ? null : remaining.map(({ text }) => text);
}

async function unfinished(control) {
  const executions = await control.executions({ statuses: ['pending', 'running'] });
  const jobs = await control.jobs();
  return [
    ...executions.map(({ id, jobName, status, availableAt, leaseUntil, owner }) => ({
      text: `execution ${id} of ${jobName ?? 'nobody'} is ${status}${owner ? ` by ${owner}` : ''}`,
      // A retry moves this instant, and an execution with a valid lease is not late.
      dueAt: (leaseUntil ?? availableAt).getTime(),
    })),
    ...jobs
      .filter((job) => job.canExecute() && job.nextRunAt !== null)
      .map(({ name, nextRunAt }) => ({ text: `${name} has not fired yet`, dueAt: nextRunAt.getTime() })),
  ];
}
