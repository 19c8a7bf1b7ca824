import { setTimeout as delay } from 'node:timers/promises';
import { RECOVERY_MS } from './settings.mjs';
import { until } from './until.mjs';

const RETRY_MS = 100;

/**
 * H: how long after healing a freshly enqueued job has run, in milliseconds. Null: it did not within the time that is allowed.
 */
export async function probeRecovery({ control, healedAt }) {
  const left = () => RECOVERY_MS - (Date.now() - healedAt);
  const id = await enqueue(control.scheduler, left);
  if (id === null) return null;
  const succeeded = async () => {
    try {
      return (await control.scheduler.getExecution(id)).status === 'success';
    } catch {
      return false;
    }
  };
  const done = await until(succeeded, left(), RETRY_MS);
  return done === null ? null : Date.now() - healedAt;
}

async function enqueue(scheduler, left) {
  while (left() > 0) {
    try {
      const payload = { number: 0, workMs: [0, 0] };
      return (await scheduler.enqueue({ type: 'fenced_work', payload, priority: 'critical' })).id;
    } catch {
      await delay(RETRY_MS);
    }
  }
  return null;
}
