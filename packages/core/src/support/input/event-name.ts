import { LONGEST_NAME } from './fields.js';

const RESERVED = 'scheduler:';
const NAME_RULE = `a text of 1 to ${LONGEST_NAME} characters, such as 'ticket:created'`;

/** Why an event of that name cannot be triggered, or be waited for in the store. Null: it can. */
export function problemOfEventName(
  name: string,
): { readonly problem: string; readonly accepted: string } | null {
  if (!name.startsWith(RESERVED)) return null;
  return {
    problem: 'is an event of the scheduler itself, to which only functions can subscribe',
    accepted: `${NAME_RULE}, that does not begin with ${RESERVED}`,
  };
}
