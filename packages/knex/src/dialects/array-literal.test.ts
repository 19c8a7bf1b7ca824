import { arrayLiteral } from './array-literal.js';

describe('the literal of a PostgreSQL array', () => {
  it.each([
    ['nothing', [], '{}'],
    ['numbers and nulls', [1, null, -2.5], '{1,NULL,-2.5}'],
    [
      'plain texts, also those that look like something else',
      ['a', '', 'NULL', '{}', ','],
      '{"a","","NULL","{}",","}',
    ],
    ['quotes and backslashes', ['{"a":"b\\n"}'], String.raw`{"{\"a\":\"b\\n\"}"}`],
    ['control characters, which stay as they are', ['a\n"\t\\'], '{"a\n\\"\t\\\\"}'],
    ['characters outside of the basic plane', ['😀"'], '{"😀\\""}'],
    ['separators of lines that JSON leaves alone', ['\u2028\u007f'], '{"\u2028\u007f"}'],
  ] as const)('has %s', (_, values, literal) => {
    expect(arrayLiteral(values)).toBe(literal);
  });
});
