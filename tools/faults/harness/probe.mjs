import { setTimeout as delay } from 'node:timers/promises';
import { RECOVERY_MS } from './settings.mjs';
import { until } from './until.mjs';

const RETRY_MS = 100;

/**
 * Promise H: how many milliseconds after healing a new job has run. Null: it did not run within the allowed time.
 */
export async function probeRecovery({ control, healedAt }) {
  const remainingMs = () => RECOVERY_MS - (Date.now() - healedAt);
  const id = await enqueue(control.scheduler, remainingMs);
  if (id === null) return null;
  const succeeded = async () => {
    try {
      return (await control.scheduler.getExecution(id)).status === 'success';
    } catch {
      return false;
    }
  };
  const done = await until(succeeded, remainingMs(), RETRY_MS);
  return done === null ? null : Date.now() - healedAt;
}

async function enqueue(scheduler, remainingMs) {
  while (remainingMs() > 0) {
    try {
      const payload = { number: 0, workMs: [0, 0] };
      return (await scheduler.enqueue({ type: 'fenced_work', payload, priority: 'critical' })).id;
    } catch {
      await delay(RETRY_MS);
    }
  }
  return null;
}
