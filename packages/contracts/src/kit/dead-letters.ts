import type { Execution } from '../executions/execution.js';
import { ERROR_CLASSES } from '../failures/error-class.js';
import type { DeadLetterCounts } from '../ports/execution-repository.js';

/** The dead letters among some executions, by queue and by class of error. */
export function countDeadLetters(executions: Iterable<Execution>): DeadLetterCounts {
  const byQueue: Record<string, number> = {};
  const byErrorClass = {
    unknown: 0,
    ...Object.fromEntries(ERROR_CLASSES.map((name) => [name, 0])),
  } as Record<keyof DeadLetterCounts['byErrorClass'], number>;
  let total = 0;
  for (const { deadLetter, queue, error } of executions) {
    if (deadLetter === null) continue;
    total += 1;
    byQueue[queue] = (byQueue[queue] ?? 0) + 1;
    byErrorClass[error?.errorClass ?? 'unknown'] += 1;
  }
  return { total, byQueue, byErrorClass };
}
