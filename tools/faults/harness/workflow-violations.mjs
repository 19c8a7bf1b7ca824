const COMPLETED = ['completed', 'completed_with_errors'];

/**
 * What the ledger of the witness and the plan of the harness say against runs of workflows, whatever the store holds: each ends as its input says, no step and
 * no rollback was carried out by two executions, what was done in a run that is undone was undone, and in one that completed nothing was.
 *
 * @param planned see `runs.mjs`; `workflows` with the `runs` of the store; `places` see `witness/ledger.mjs`
 */
export function workflowViolations({ planned, workflows, places }) {
  const statusOf = new Map(workflows.runs.map(({ id, status }) => [id, status]));
  return [
    ...planned.flatMap(({ id, ends }) => {
      const status = statusOf.get(id) ?? 'missing';
      return status === ends ? [] : [`workflow ${id} is ${status}, and its input demands ${ends}`];
    }),
    ...places.flatMap((place) => violationsOfPlace(place, statusOf.get(place.run) ?? 'missing')),
  ];
}

function violationsOfPlace({ run, step, index, done, undone }, status) {
  const name = `${step}${index === null ? '' : `, item ${index}`} of workflow ${run}`;
  const violations = [];
  if (done.length > 1) violations.push(`step ${name} was carried out by ${done.length} executions`);
  if (undone.length > 1) violations.push(`step ${name} was undone by ${undone.length} executions`);
  if (COMPLETED.includes(status) && undone.length > 0)
    violations.push(`step ${name} was undone, and the run is ${status}`);
  if (status === 'compensated' && done.length > 0 && undone.length === 0)
    violations.push(`step ${name} was done and never undone, and the run is compensated`);
  return violations;
}
