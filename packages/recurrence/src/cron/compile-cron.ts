import type { CronTrigger } from '@scheduler/contracts';
import { checkDstPolicy } from '../instants/check-dst-policy.js';
import type { LocalPattern } from '../instants/zoned-recurrence.js';
import { refuseExpression } from './cron-refusal.js';
import { CronTimes } from './cron-times.js';
import type { CronParser } from './parse-cron.js';

const MOST_EXPRESSIONS = 100;

/** Compiles a cron trigger into one pattern for each expression. */
export function compileCron(trigger: CronTrigger, parser: CronParser): readonly LocalPattern[] {
  const expressions = checkExpressions(trigger);
  const dst = checkDstPolicy(trigger.dst);
  return expressions.map((text) => {
    const expression = parser.parse(text);
    return { times: new CronTimes(expression), changes: expression.isFixedTime ? dst : null };
  });
}

export function checkExpressions({ expressions }: CronTrigger): readonly string[] {
  if (!Array.isArray(expressions) || expressions.length === 0) {
    throw refuseExpression(expressions, 'there is none', 'a list of at least one expression');
  }
  if (expressions.length > MOST_EXPRESSIONS) {
    throw refuseExpression(
      undefined,
      `there are ${expressions.length}`,
      `at most ${MOST_EXPRESSIONS} expressions`,
    );
  }
  return expressions as readonly string[];
}
