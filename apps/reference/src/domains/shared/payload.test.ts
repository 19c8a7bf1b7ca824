import { PayloadInvalid } from '@scheduler/contracts';
import { payload } from './payload.js';

describe('payload', () => {
  it('reads valid values', () => {
    const fields = payload.object({ name: 'Ada', days: 3 });
    expect(payload.text(fields, 'name')).toBe('Ada');
    expect(payload.wholeNumber(fields, 'days', { min: 1, max: 3 })).toBe(3);
    expect(payload.oneOf(fields, 'format', { accepted: ['csv', 'json'], default: 'csv' })).toBe('csv');
    expect(payload.matching(fields, 'name', { pattern: /^A/, accepted: 'A…' })).toBe('Ada');
  });

  it.each<[string, () => unknown, RegExp]>([
    ['no object', () => payload.object(null), /payload: is not an object, got null/],
    ['a list', () => payload.object([]), /payload: is not an object/],
    ['a missing text', () => payload.text({}, 'name'), /payload\.name: is not a text/],
    ['an empty text', () => payload.text({ name: ' ' }, 'name'), /payload\.name: is not a text, got " "/],
    ['a fraction', () => payload.wholeNumber({ n: 1.5 }, 'n', { min: 1, max: 9 }), /accepted: 1 to 9/],
    ['too much', () => payload.wholeNumber({ n: 10 }, 'n', { min: 1, max: 9 }), /payload\.n: .* got 10/],
    [
      'an unknown choice',
      () => payload.oneOf({ f: 'pdf' }, 'f', { accepted: ['csv', 'json'], default: 'csv' }),
      /payload\.f: is not known, got "pdf"; accepted: csv, json/,
    ],
    [
      'a wrong form',
      () => payload.matching({ f: 'x' }, 'f', { pattern: /^A/, accepted: 'A…' }),
      /payload\.f: has the wrong form, got "x"; accepted: A…/,
    ],
  ])('refuses %s', (_, read, message) => {
    expect(read).toThrow(PayloadInvalid);
    expect(read).toThrow(message);
  });
});
