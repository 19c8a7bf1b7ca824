import { formatDuration, type ScheduledJob, ScheduleInvalid } from '@scheduler/contracts';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { StorePorts } from '../support/store-ports.js';

export interface ExpectationParts {
  readonly ports: Pick<StorePorts, 'require'>;
  readonly config: Pick<SchedulerConfig, 'retention'>;
}

/**
 * Refuses an expectation (`expectWithin`) that could not be watched: where the store keeps no alerts, or where successes are deleted before the
 * next one is expected. `before`: what the job was, if it is changed.
 */
export function checkExpectation(
  { ports, config }: ExpectationParts,
  { policies }: ScheduledJob,
  before: ScheduledJob | null,
): void {
  const { expectWithinMs } = policies;
  if (expectWithinMs === undefined || expectWithinMs === before?.policies.expectWithinMs) return;
  ports.require('alerts');
  const { successMs } = config.retention;
  if (expectWithinMs <= successMs) return;
  throw new ScheduleInvalid({
    field: 'expectWithin',
    value: expectWithinMs,
    problem: 'is longer than executions that succeeded are kept, so that no success would be known',
    accepted: `at most ${formatDuration(successMs)}, or a longer retention.success`,
  });
}
