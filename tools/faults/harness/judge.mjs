import { checkPromises } from '@scheduler/testing';
import { PATIENCE_MS, RECOVERY_MS } from './settings.mjs';
import { workflowViolations } from './workflow-violations.mjs';

/**
 * The violations of a run, as `{ promise, message }`: A to G and W by the checker that the simulator also uses, H and the checks of the fault
 * by what the harness has seen of the processes.
 *
 * @param facts see `collectFacts` in `facts.mjs`; `flows`: whether the queue carries messages again
 */
export async function judge({ scene, fault, facts, stuck, recoveryMs, flows }) {
  const violations = [...checkPromises(evidenceOf(facts))];
  const add = (promise, messages) => {
    for (const message of messages) violations.push({ promise, message });
  };
  add(
    'D',
    (stuck ?? []).map((text) => `${PATIENCE_MS / 1_000} s after everything was due, ${text}`),
  );
  add('A', unsuccessful(facts.executions));
  add('W', workflowViolations({ planned: scene.runs?.planned ?? [], ...facts }));
  if (fault.promises.includes('H') && recoveryMs === null)
    add('H', [`a new job had not run ${RECOVERY_MS / 1_000} s after healing`]);
  if (fault.promises.includes('H') && !flows)
    add('H', [`a message had not been taken from the queue ${RECOVERY_MS / 1_000} s after healing`]);
  add('H', deathsOf(scene.workers.all, fault));
  if (fault.verify) add('check', await fault.verify(scene, facts));
  if (!scene.figures[fault.harm]) add('check', [`there were no ${fault.harm}: the fault did not happen`]);
  return violations;
}

/** Every execution that was not skipped has to succeed, because its retries are more than any fault takes. Steps of workflows are judged with their run. */
function unsuccessful(executions) {
  return executions
    .filter(({ workflow }) => workflow === null)
    .filter(({ status }) => status === 'failed' || status === 'timeout' || status === 'cancelled')
    .map(
      ({ id, jobName, status, reason, error }) =>
        `execution ${id} of ${jobName ?? 'nobody'} ended as ${status} (${reason?.code}): ${error?.message}`,
    );
}

function evidenceOf(facts) {
  const { readAt, jobs, executions, expected, enqueued, starts, effects, workflows } = facts;
  return {
    ...{ readAt, jobs, executions, expected, enqueued, starts, effects, workflows },
    patienceMs: PATIENCE_MS,
    removedJobs: [],
  };
}

/** Only the fault `poison` may end processes, and a process that gets SIGTERM has to end with code 0. */
function deathsOf(workers, { mayDie = false }) {
  return workers.flatMap(({ name, pid, node, end }) => {
    const how = end?.signal ?? `code ${end?.code}`;
    if (end === null) return [`${name} (${pid}) never ended`];
    if (end.ordered === 'SIGKILL' || (end.ordered === null && mayDie)) return [];
    // It got SIGTERM before it could handle the signal, and had claimed nothing.
    if (end.ordered === 'SIGTERM' && node === null) return [];
    if (end.ordered === null) return [`${name} (${pid}) ended by itself: ${how}`];
    return end.code === 0 ? [] : [`${name} (${pid}) got SIGTERM and ended with ${how}`];
  });
}
