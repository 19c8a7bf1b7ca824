/** The violations of an execution that must have failed after all its attempts, each of which was lost with its process. */
export function quarantineViolations(
  { jobName, status, reason, attemptsUsed, deadLetter },
  { attempts: budget, starts },
) {
  const violations = [];
  if (status !== 'failed' || reason?.code !== 'lease_expired')
    violations.push(`${jobName} is ${status} (${reason?.code}) instead of failed (lease_expired)`);
  if (attemptsUsed !== budget) violations.push(`${jobName} has used ${attemptsUsed} attempts of ${budget}`);
  if (starts > budget) violations.push(`${jobName} was started ${starts} times with a budget of ${budget}`);
  if (deadLetter === null) violations.push(`${jobName} is not a dead letter`);
  return violations;
}
