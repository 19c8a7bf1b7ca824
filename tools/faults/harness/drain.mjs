import { PATIENCE_MS } from './settings.mjs';
import { until } from './until.mjs';

const LOOK_EVERY_MS = 200;
/** Whatever moves on, some time it has to end. */
const MOST_MS = 10 * PATIENCE_MS;

/**
 * Waits until nothing waits or runs any more and every job has ended.
 *
 * @returns what is left after the time that D allows beyond the last instant at which something was due, in words; null: nothing
 */
export async function drain({ control, window, healedAt }) {
  let dueAt = Math.max(window.endAt.getTime(), healedAt);
  const deadline = dueAt + MOST_MS;
  let left = [];
  const isDone = async () => {
    try {
      left = await unfinished(control);
    } catch (error) {
      left = [{ text: `the store does not answer: ${error.message}`, dueAt: null }];
    }
    dueAt = Math.max(dueAt, ...left.flatMap((each) => each.dueAt ?? []));
    return left.length === 0 || Date.now() > Math.min(dueAt + PATIENCE_MS, deadline);
  };
  while (!(await until(isDone, PATIENCE_MS, LOOK_EVERY_MS)));
  return left.length === 0 ? null : left.map(({ text }) => text);
}

async function unfinished(control) {
  const executions = await control.executions({ statuses: ['pending', 'running'] });
  const jobs = await control.jobs();
  return [
    ...executions.map(({ id, jobName, status, availableAt, leaseUntil, owner }) => ({
      text: `execution ${id} of ${jobName ?? 'nobody'} is ${status}${owner ? ` by ${owner}` : ''}`,
      // A retry moves it, and a lease that is kept alive is not late.
      dueAt: (leaseUntil ?? availableAt).getTime(),
    })),
    ...jobs
      .filter((job) => job.canExecute() && job.nextRunAt !== null)
      .map(({ name, nextRunAt }) => ({ text: `${name} is still to be fired`, dueAt: nextRunAt.getTime() })),
  ];
}
