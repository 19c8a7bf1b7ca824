import { isSchedulerError } from '@scheduler/contracts';
import type { EventReaderReport, SchedulerNode } from '@scheduler/core';
import { type Check, counted, firstFew, ok, warning } from './check.js';

/** None: the store keeps no event log. */
export async function examineEventReaders(node: SchedulerNode): Promise<readonly Check[]> {
  try {
    return checkEventReaders(await node.eventReaders.list());
  } catch (error) {
    if (isSchedulerError(error) && error.code === 'FEATURE_NOT_SUPPORTED') return [];
    throw error;
  }
}

/** Checks for subscriptions and projections of the event log that do not go on. */
export function checkEventReaders(readers: readonly EventReaderReport[]): readonly Check[] {
  return [stopped(readers), letters(readers)];
}

function stopped(readers: readonly EventReaderReport[]): Check {
  const some = readers.filter((reader) => reader.stopped !== null);
  if (some.length === 0) return ok('event-readers', 'every subscription and projection goes on');
  return warning({
    name: 'event-readers',
    message: firstFew(some.map(({ name, stopped: why }) => `${name} has stopped: ${why?.error ?? ''}`)),
    wayOut: 'mend its handler, then scheduler events:resume <name>, or events:replay <name>',
  });
}

function letters(readers: readonly EventReaderReport[]): Check {
  const count = readers.reduce((sum, { deadLetters }) => sum + deadLetters.length, 0);
  if (count === 0) return ok('event-dead-letters', 'no subscription has dead letters');
  return warning({
    name: 'event-dead-letters',
    message: `${counted(count, 'event')} could not be delivered`,
    wayOut: 'scheduler events:checkpoints shows them; then events:retry or events:dismiss',
  });
}
