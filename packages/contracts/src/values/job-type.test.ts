import { ScheduleInvalid } from '../errors/errors.js';
import { isJobType, JOB_TYPE_RULE, jobType } from './job-type.js';

describe('jobType (F82)', () => {
  it.each([
    'a',
    'export_report',
    'exportReport',
    'reports.export',
    'reports:export-v2',
    'A1_b2',
    'x'.repeat(128),
  ])('accepts %s', (value) => {
    expect(isJobType(value)).toBe(true);
    expect(jobType(value)).toBe(value);
  });

  it.each<[unknown]>([
    [''],
    ['1st'],
    ['_private'],
    ['ends_'],
    ['two__joiners'],
    ['with space'],
    ['slash/ed'],
    ['naïve'],
    ['line\nbreak'],
    ['trailing\n'],
    ['x'.repeat(129)],
    [null],
    [undefined],
    [42],
    [{ toString: () => 'export_report' }],
  ])('refuses %p', (value) => {
    expect(isJobType(value)).toBe(false);
    expect(() => jobType(value as string)).toThrow(ScheduleInvalid);
  });

  it('checks names in linear time, however long they are', () => {
    expect(isJobType(`${'a'.repeat(100_000)}!`)).toBe(false);
  });

  it('names field, value and what is accepted', () => {
    expect(() => jobType('1st')).toThrow(`type: is not a job type, got "1st"; accepted: ${JOB_TYPE_RULE}`);
  });
});
