import { ScheduleInvalid } from '../errors/errors.js';
import { DEFAULT_PRIORITY, PRIORITY_RULE, toPriority } from './priority.js';

describe('toPriority', () => {
  it.each([
    ['critical', 0],
    ['high', 2],
    ['medium', 5],
    ['low', 7],
    ['lowest', 9],
  ])('reads the name %s as %d (F118)', (name, priority) => {
    expect(toPriority(name)).toBe(priority);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('takes the number %d as it is (F116)', (priority) => {
    expect(toPriority(priority)).toBe(priority);
  });

  it.each<[unknown]>([
    [-1],
    [10],
    [2.5],
    [Number.NaN],
    ['5'],
    ['CRITICAL'],
    ['urgent'],
    [''],
    ['toString'],
    ['__proto__'],
    [null],
    [undefined],
    [{}],
  ])('refuses %p', (value) => {
    expect(() => toPriority(value)).toThrow(ScheduleInvalid);
  });

  it('names field, value and what is accepted', () => {
    expect(() => toPriority('urgent', 'jobs.3.priority')).toThrow(
      `jobs.3.priority: is not a priority, got "urgent"; accepted: ${PRIORITY_RULE}`,
    );
    expect(PRIORITY_RULE).toBe('0 to 9 (lower is more urgent) or one of critical, high, medium, low, lowest');
  });

  it('is medium by default', () => {
    expect(DEFAULT_PRIORITY).toBe(5);
  });
});
