/** What is wrong with an execution that must have ended for good after so many tries, all of them lost with their processes. */
export function quarantineTrouble(
  { jobName, status, reason, attemptsUsed, deadLetter },
  { attempts: budget, starts },
) {
  const trouble = [];
  if (status !== 'failed' || reason?.code !== 'lease_expired')
    trouble.push(`${jobName} is ${status} (${reason?.code}) instead of failed (lease_expired)`);
  if (attemptsUsed !== budget) trouble.push(`${jobName} has used ${attemptsUsed} attempts of ${budget}`);
  if (starts > budget) trouble.push(`${jobName} was started ${starts} times with a budget of ${budget}`);
  if (deadLetter === null) trouble.push(`${jobName} is no dead letter`);
  return trouble;
}
