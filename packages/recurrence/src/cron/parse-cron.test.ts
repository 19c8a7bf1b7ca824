import { ScheduleInvalid } from '@scheduler/contracts';
import { CronTimes } from './cron-times.js';
import { CronParser, parseCron } from './parse-cron.js';

/** The first instants from the start of 2027, a year that begins on a Friday. */
function firstOf(expression: string, count: number): string[] {
  const times = new CronTimes(parseCron(expression));
  const found: string[] = [];
  for (
    let at = times.atOrAfter(Date.UTC(2027, 0, 1) / 1_000);
    found.length < count;
    at = times.atOrAfter(at + 1)
  ) {
    found.push(new Date(at * 1_000).toISOString().slice(5, 19));
  }
  return found;
}

function refusal(expression: unknown): ScheduleInvalid {
  try {
    new CronParser().parse(expression);
  } catch (error) {
    if (error instanceof ScheduleInvalid) return error;
    throw error;
  }
  throw new Error(`${String(expression)} was accepted`);
}

describe('a cron expression', () => {
  it.each([
    ['five fields: the second is 0 (F35, F261)', '5 * * * *', ['01-01T00:05:00', '01-01T01:05:00']],
    ['six fields (F36, F37, F261)', '10 5 * * * *', ['01-01T00:05:10', '01-01T01:05:10']],
    ['lists (F39)', '5,3 1 * * *', ['01-01T01:03:00', '01-01T01:05:00', '01-02T01:03:00']],
    ['ranges (F39)', '0 22-23 * * *', ['01-01T22:00:00', '01-01T23:00:00', '01-02T22:00:00']],
    [
      'steps of all (F39)',
      '*/25 0 * * *',
      ['01-01T00:00:00', '01-01T00:25:00', '01-01T00:50:00', '01-02T00:00:00'],
    ],
    ['steps of a range', '10-40/20 0 * * *', ['01-01T00:10:00', '01-01T00:30:00', '01-02T00:10:00']],
    ['steps from a value', '50/5 0 * * *', ['01-01T00:50:00', '01-01T00:55:00', '01-02T00:50:00']],
    ['wrapped hours', '0 23-1 * * *', ['01-01T00:00:00', '01-01T01:00:00', '01-01T23:00:00']],
    ['steps over the wrap', '0 20-3/3 2 1 *', ['01-02T02:00:00', '01-02T20:00:00', '01-02T23:00:00']],
    [
      'wrapped weekdays',
      '0 0 * * FRI-MON',
      ['01-01T00:00:00', '01-02T00:00:00', '01-03T00:00:00', '01-04T00:00:00', '01-08T00:00:00'],
    ],
    [
      'wrapped months',
      '0 0 1 NOV-FEB *',
      ['01-01T00:00:00', '02-01T00:00:00', '11-01T00:00:00', '12-01T00:00:00'],
    ],
    ['names in any case (F38)', '0 0 * feb sUn', ['02-07T00:00:00', '02-14T00:00:00']],
    ['7 is Sunday', '0 0 * * 7', ['01-03T00:00:00', '01-10T00:00:00']],
    ['0 is Sunday (F38)', '0 0 * * 0', ['01-03T00:00:00', '01-10T00:00:00']],
    ['a range up to 7', '0 0 * * 6-7', ['01-02T00:00:00', '01-03T00:00:00', '01-09T00:00:00']],
    ['a range from 7', '0 0 * * 7-1', ['01-03T00:00:00', '01-04T00:00:00', '01-10T00:00:00']],
    ['the last day', '0 0 L * *', ['01-31T00:00:00', '02-28T00:00:00', '03-31T00:00:00', '04-30T00:00:00']],
    ['days before the last', '0 0 L-3 * *', ['01-28T00:00:00', '02-25T00:00:00']],
    [
      'L-n where a month is too short',
      '0 0 L-29 * *',
      ['01-02T00:00:00', '03-02T00:00:00', '04-01T00:00:00'],
    ],
    ['the last Friday', '0 0 * * 5L', ['01-29T00:00:00', '02-26T00:00:00']],
    ['the last Sunday as 7L', '0 0 * * 7L', ['01-31T00:00:00', '02-28T00:00:00']],
    ['a named last weekday', '0 0 * * friL', ['01-29T00:00:00']],
    ['the second Monday', '0 0 * * MON#2', ['01-11T00:00:00', '02-08T00:00:00']],
    ['the fifth Friday', '0 0 * * 5#5', ['01-29T00:00:00', '04-30T00:00:00']],
    [
      'the nearest weekday, inside the month',
      '0 0 1W * *',
      ['01-01T00:00:00', '02-01T00:00:00', '03-01T00:00:00', '04-01T00:00:00', '05-03T00:00:00'],
    ],
    ['the nearest weekday of a day that a month lacks', '0 0 31W * *', ['01-29T00:00:00', '03-31T00:00:00']],
    ['the last weekday', '0 0 LW * *', ['01-29T00:00:00', '02-26T00:00:00', '03-31T00:00:00']],
    [
      'lists of days with letters',
      '0 0 1,15W,L * *',
      ['01-01T00:00:00', '01-15T00:00:00', '01-31T00:00:00', '02-01T00:00:00'],
    ],
    ['a question mark', '0 0 ? * 1', ['01-04T00:00:00', '01-11T00:00:00']],
    [
      'either day where both are restricted',
      '0 0 13 * FRI',
      ['01-01T00:00:00', '01-08T00:00:00', '01-13T00:00:00'],
    ],
    [
      'both days where one starts with a star',
      '0 0 */2 * FRI',
      ['01-01T00:00:00', '01-15T00:00:00', '01-29T00:00:00', '02-05T00:00:00'],
    ],
    ['both days where the other starts with a star', '0 0 1-7 * */7', ['01-03T00:00:00', '02-07T00:00:00']],
    ['a day that months lack', '0 0 31 * *', ['01-31T00:00:00', '03-31T00:00:00', '05-31T00:00:00']],
    ['@yearly (F40, F41)', '@yearly', ['01-01T00:00:00']],
    ['@annually', '@Annually', ['01-01T00:00:00']],
    ['@monthly (F40, F41)', '@monthly', ['01-01T00:00:00', '02-01T00:00:00']],
    ['@weekly (F40, F41)', '@weekly', ['01-03T00:00:00', '01-10T00:00:00']],
    ['@daily (F40, F41)', '@daily', ['01-01T00:00:00', '01-02T00:00:00']],
    ['@midnight', '@midnight', ['01-01T00:00:00', '01-02T00:00:00']],
    ['@hourly (F40, F41)', '@hourly', ['01-01T00:00:00', '01-01T01:00:00']],
    ['@minutely (F41)', '@minutely', ['01-01T00:00:00', '01-01T00:01:00']],
    ['spaces around', '  0   0 1 *  * ', ['01-01T00:00:00', '02-01T00:00:00']],
    ['leading zeros', '05 09 * * *', ['01-01T09:05:00']],
  ])('knows %s', (_, expression, expected) => {
    expect(firstOf(expression, expected.length)).toEqual(expected);
  });

  it.each([
    [42, 'it must be a string'],
    [null, 'it must be a string'],
    [['* * * * *'], 'it must be a string'],
    ['', 'it has 0 fields, not 5 or 6'],
    ['* * * *', 'it has 4 fields, not 5 or 6'],
    ['0 0 0 1 1 * 2030', 'a year field is not supported'],
    [`${'1,'.repeat(130)}1 * * * *`, 'characters, more than 256'],
    [`${'1,'.repeat(100)}1 * * * *`, '101 list items, more than 100'],
    ['60 * * * *', 'minute field, part "60": is out of range'],
    ['60 0 0 * * *', 'second field, part "60": is out of range'],
    ['* 24 * * *', 'hour field, part "24": is out of range'],
    ['* * 0 * *', 'day of month field, part "0": is out of range'],
    ['* * 32 * *', 'day of month field, part "32": is out of range'],
    ['* * * 13 *', 'month field, part "13": is out of range'],
    ['* * * * 8', 'day of week field, part "8": is out of range'],
    ['999999999999999999999 * * * *', 'is out of range'],
    ['*/0 * * * *', 'minute field, part "*/0": has the step 0'],
    ['*/90 * * * *', 'has a step beyond the 60 values of the field'],
    ['*/x * * * *', 'has a step that is not a number'],
    ['*/ * * * *', 'has an empty part'],
    ['1//2 * * * *', 'has more than one step'],
    ['1,,2 * * * *', 'has an empty part'],
    [',1 * * * *', 'has an empty part'],
    ['1- * * * *', 'has an empty part'],
    ['-1 * * * *', 'has an empty part'],
    ['1-2-3 * * * *', 'is not a range'],
    ['*-5 * * * *', 'is not a number'],
    ['1.5 * * * *', 'is not a number'],
    ['MON * * * *', 'is not a number'],
    ['* * * MON *', 'is neither a number nor a name'],
    ['* * * * JAN', 'is neither a number nor a name'],
    ['H * * * *', 'H (a hashed value) is not supported'],
    ['H(0-5) * * * *', 'H (a hashed value) is not supported'],
    ['? * * * *', '? stands alone, and only in the two day fields'],
    ['* * ?,1 * *', '? stands alone'],
    ['* * L-0 * *', 'is out of range: L-1 to L-30'],
    ['* * L-31 * *', 'is out of range'],
    ['* * L5 * *', 'is not L, L-n or LW'],
    ['* * W * *', 'is not nW'],
    ['* * 1-5W * *', 'is not nW'],
    ['* * 32W * *', 'is out of range'],
    ['* * * * L', 'L needs its weekday here'],
    ['* * * * 5W', 'is neither a number nor a name'],
    ['* * * * 1#0', 'k is 1 to 5'],
    ['* * * * 1#6', 'k is 1 to 5'],
    ['* * * * 1#', 'has an empty part'],
    ['* * * * #1', 'has an empty part'],
    ['* * * * 1#2#3', 'is not n#k'],
    ['* * * L *', 'is neither a number nor a name'],
    ['0 0 30 2 *', 'no date matches day of month 30, month 2'],
    ['0 0 31 4,6,9,11 *', 'no date matches'],
    ['0 0 30W FEB ?', 'no date matches'],
    ['0 0 */7 2 MON#6', 'k is 1 to 5'],
    ['0\n0 * * *', 'character 2 (U+000A) is not allowed'],
    ['0\v0 * * *', 'character 2 (U+000B) is not allowed'],
    ['0 0 * * *\n', '(U+000A) is not allowed'],
    ['0 0 * * *\u0000', '(U+0000) is not allowed'],
    ['٣ * * * *', '(U+0663) is not allowed'],
    ['１ * * * *', '(U+FF11) is not allowed'],
    ['@reboot', 'use the reboot trigger'],
    ['@fortnightly', '@fortnightly is not a macro'],
    ['@constructor', '@constructor is not a macro'],
    ['@daily 5', '@daily 5 is not a macro'],
  ])('refuses %j: %s (F44, F45)', (expression, problem) => {
    const [issue] = refusal(expression).issues;
    expect(issue).toMatchObject({ field: 'trigger.expressions', value: expression });
    expect(issue?.problem).toMatch(/^Invalid cron expression: /);
    expect(issue?.problem).toContain(problem);
    expect(issue?.accepted).toBeTruthy();
  });

  it('names the values that a field accepts', () => {
    expect(refusal('* 24 * * *').message).toBe(
      'trigger.expressions: Invalid cron expression: hour field, part "24": is out of range, got "* 24 * * *"; ' +
        'accepted: for the hour: 0–23, *, lists a,b, ranges a-b, steps */n, a-b/n or a/n',
    );
  });

  it('accepts tabs between its fields like spaces, as crontabs have them', () => {
    expect(firstOf('30\t9 \t *\t* MON-FRI\t', 3)).toEqual(firstOf('30 9 * * MON-FRI', 3));
  });

  it('is parsed once for all jobs with the same text', () => {
    const parser = new CronParser();
    expect(parser.parse('0 9 * * *')).toBe(parser.parse('0 9 * * *'));
  });

  it.each([
    ['0 9 * * *', true],
    ['0 0-23 * * *', true],
    ['0,30 2 * * *', true],
    ['* 2 * * *', false],
    ['0 * * * *', false],
    ['0 */6 * * *', false],
    ['*/5 0 2 * * *', false],
    ['5 0 2 * * *', true],
  ])('%s is at fixed times: %s', (expression, expected) => {
    expect(parseCron(expression).isFixedTime).toBe(expected);
  });
});
