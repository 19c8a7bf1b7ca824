import { EventInvalid } from '@scheduler/contracts';
import { checkInput, isFunction, text } from '@scheduler/contracts/adapter';
import { runCausedBy } from './cause.js';

const LONGEST_CAUSE = 255;
const CAUSE = text(LONGEST_CAUSE);
const RUN = isFunction('a function () => …');

/**
 * Says who causes the changes that a function makes, with everything that it awaits: it stands in the events of the event log. Programs that
 * answer to people wrap each request in it. Without it the node is the cause. Throws EventInvalid for a cause that cannot be kept.
 *
 * @example
 * await causedBy(`user:${user.id}`, () => scheduler.pause('nightly'));
 */
export function causedBy<TResult>(cause: string, run: () => TResult): TResult {
  checkInput({ value: cause, check: CAUSE, field: 'cause', error: EventInvalid });
  checkInput({ value: run, check: RUN, field: 'run', error: EventInvalid });
  return runCausedBy(cause, run);
}
