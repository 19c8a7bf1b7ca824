import { readWorkflows } from '@scheduler/testing';
import { expectedInstants } from '../workload/expected.mjs';

/**
 * Reads the results of a run after every worker has ended, when nothing can change any more. What the fault has set aside is
 * returned separately, in `aside`.
 */
export async function collectFacts({ scene, definitions, activeFrom, enqueued }) {
  const { control, witness, setAside, runs } = scene;
  const [jobs, executions, transactional, report, workflows, readAt] = await Promise.all([
    control.jobs(),
    control.executions(),
    control.effects(),
    witness.report(),
    readWorkflows(control.store, runs?.started ?? []),
    control.now(),
  ]);
  const isAside = ({ id, jobId }) => setAside.executions.has(id) || setAside.jobs.has(jobId);
  const asideIds = new Set(executions.filter(isAside).map(({ id }) => id));
  const isJudged = ({ executionId }) => !asideIds.has(executionId);
  return {
    readAt,
    jobs: jobs.filter(({ id }) => !setAside.jobs.has(id)),
    executions: executions.filter(({ id }) => !asideIds.has(id)),
    expected: definitions
      .filter(({ id }) => !setAside.jobs.has(id))
      .map((definition) => ({ jobId: definition.id, instants: expectedInstants(definition, activeFrom) })),
    enqueued,
    starts: report.starts.filter(isJudged),
    effects: [...report.effects, ...transactional].filter(isJudged),
    refusedEffects: report.refusedEffects,
    workflows,
    places: report.places,
    aside: {
      jobs: jobs.filter(({ id }) => setAside.jobs.has(id)),
      executions: executions.filter(({ id }) => asideIds.has(id)),
      starts: report.starts.filter((start) => !isJudged(start)),
    },
  };
}
