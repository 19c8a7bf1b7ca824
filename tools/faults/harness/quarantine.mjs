/** Calls that a handler which ends its process at once gets beyond its attempts, before its start is stored first. */
const UNCONFIRMED_STARTS = 2;

/** The violations of an execution that must have failed after all its attempts, each of which was lost with its process. */
export function quarantineViolations(
  { jobName, status, reason, attemptsUsed, deadLetter, unstartedRescues },
  { attempts: budget, starts },
) {
  const violations = [];
  if (status !== 'failed' || reason?.code !== 'lease_expired')
    violations.push(`${jobName} is ${status} (${reason?.code}) instead of failed (lease_expired)`);
  if (attemptsUsed !== budget) violations.push(`${jobName} has used ${attemptsUsed} attempts of ${budget}`);
  const mostStarts = budget + Math.min(unstartedRescues, UNCONFIRMED_STARTS);
  if (starts > mostStarts)
    violations.push(`${jobName} was started ${starts} times with a budget of ${mostStarts}`);
  if (deadLetter === null) violations.push(`${jobName} is not a dead letter`);
  return violations;
}
