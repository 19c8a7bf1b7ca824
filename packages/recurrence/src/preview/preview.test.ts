import { QueryInvalid, ScheduleInvalid, trigger } from '@scheduler/contracts';
import type { PreviewRequest } from '../instants/recurrence.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();
const zone = 'America/New_York';

function preview(
  request: Partial<PreviewRequest> & Pick<PreviewRequest, 'trigger'>,
  from: string,
  count = 2,
) {
  const entries = engine.preview({
    anchor: new Date('2027-01-01T00:00:00Z'),
    startAt: null,
    endAt: null,
    from: new Date(from),
    count,
    ...request,
  });
  return entries.map(({ kind, at, local, note }) => {
    expect(Date.parse(local)).toBe(at.getTime());
    return [kind, local, note];
  });
}

describe('a preview', () => {
  it('shows the next runs in their zone', () => {
    expect(preview({ trigger: trigger.cron('0 9 * * *', { zone }) }, '2027-01-01T00:00:00Z')).toEqual([
      ['run', '2027-01-01T09:00:00-05:00', null],
      ['run', '2027-01-02T09:00:00-05:00', null],
    ]);
  });

  it('says when a time does not exist', () => {
    expect(preview({ trigger: trigger.cron('30 2 * * *', { zone }) }, '2027-03-13T12:00:00Z')).toEqual([
      [
        'run',
        '2027-03-14T03:00:00-04:00',
        '02:30 does not exist on 2027-03-14 (gap 02:00–03:00): runs at the first instant after it',
      ],
      ['run', '2027-03-15T02:30:00-04:00', null],
    ]);
  });

  it('says when several times do not exist', () => {
    const note = (expression: string) =>
      preview({ trigger: trigger.cron(expression, { zone }) }, '2027-03-14T06:30:00Z', 1)[0]?.[2];
    const end = 'do not exist on 2027-03-14 (gap 02:00–03:00): runs once, at the first instant after it';
    expect(note('0,30 2 * * *')).toBe(`02:00 and 02:30 ${end}`);
    expect(note('0,10,20,30,40 2 * * *')).toBe(`02:00, 02:10, 02:20 and others ${end}`);
  });

  it('lists what is skipped without counting it', () => {
    const skipping = trigger.daily({ at: '02:30', zone, dst: { gap: 'skip' } });
    expect(preview({ trigger: skipping }, '2027-03-13T12:00:00Z', 1)).toEqual([
      [
        'skipped',
        '2027-03-14T03:00:00-04:00',
        '02:30 does not exist on 2027-03-14 (gap 02:00–03:00): skipped',
      ],
      ['run', '2027-03-15T02:30:00-04:00', null],
    ]);
  });

  it('lists a skipped calendar day', () => {
    const noon = trigger.cron('0 12 * * *', { zone: 'Pacific/Apia' });
    expect(preview({ trigger: noon }, '2011-12-29T23:00:00Z', 1)).toEqual([
      [
        'skipped',
        '2011-12-31T00:00:00+14:00',
        '12:00 does not exist on 2011-12-30 (gap 00:00–2011-12-31 00:00): skipped',
      ],
      ['run', '2011-12-31T12:00:00+14:00', null],
    ]);
  });

  it.each([
    ['first', ['01:30:00-04:00 runs once, at the first', '01:30:00-05:00 null']],
    ['last', ['01:30:00-05:00 runs once, at the second', '01:30:00-05:00 null']],
    [
      'both',
      [
        '01:30:00-04:00 runs both times, this is the first',
        '01:30:00-05:00 runs both times, this is the second',
      ],
    ],
  ] as const)('says when a time happens twice (%s)', (repeat, expected) => {
    const entries = preview(
      { trigger: trigger.cron('30 1 * * *', { zone, dst: { repeat } }) },
      '2027-11-06T12:00:00Z',
    );
    const shown = entries.map(
      ([, local, note]) => `${local?.slice(11)} ${note?.replace('01:30 happens twice on 2027-11-07: ', '')}`,
    );
    expect(shown.map((text) => text.replace('undefined', 'null'))).toEqual(expected);
  });

  it('has no notes for interval expressions', () => {
    const entries = preview({ trigger: trigger.cron('*/30 1-3 * * *', { zone }) }, '2027-11-07T04:00:00Z', 6);
    expect(entries.every(([, , note]) => note === null)).toBe(true);
  });

  it('finds the note of any of several expressions', () => {
    const both = trigger.cron(['*/15 3 * * *', '30 2 * * *'], { zone });
    expect(preview({ trigger: both }, '2027-03-14T06:00:00Z', 1)[0]?.[2]).toContain('02:30 does not exist');
  });

  it('ends with the window, and lists what is skipped up to its end', () => {
    const skipping = trigger.cron('30 2 * * *', { zone, dst: { gap: 'skip' } });
    const endAt = new Date('2027-03-14T23:00:00Z');
    expect(preview({ trigger: skipping, endAt }, '2027-03-13T12:00:00Z', 5).map(([kind]) => kind)).toEqual([
      'skipped',
    ]);
    const startAt = new Date('2027-03-15T00:00:00Z');
    expect(preview({ trigger: skipping, startAt }, '2027-03-13T12:00:00Z', 1).map(([kind]) => kind)).toEqual([
      'run',
    ]);
  });

  it('shows triggers without a zone in UTC', () => {
    const every = trigger.every('1h', { anchor: new Date('2027-01-01T00:00:00.250Z') });
    expect(preview({ trigger: every }, '2027-01-01T00:30:00Z', 1)).toEqual([
      ['run', '2027-01-01T01:00:00.250+00:00', null],
    ]);
    expect(
      preview({ trigger: trigger.once(new Date('2030-01-01T00:00:00Z')) }, '2027-01-01T00:30:00Z', 5),
    ).toHaveLength(1);
  });

  it('writes far years as Date does', () => {
    expect(preview({ trigger: trigger.cron('@yearly') }, '+012026-06-01T00:00:00Z', 1)[0]?.[1]).toBe(
      '+012027-01-01T00:00:00+00:00',
    );
  });

  it.each([0, -1, 1.5, 1_001, Number.NaN])('is refused for the count %p', (count) => {
    expect(() => preview({ trigger: trigger.cron('@daily') }, '2027-01-01T00:00:00Z', count)).toThrow(
      QueryInvalid,
    );
  });

  it('is refused from an invalid instant', () => {
    expect(() => preview({ trigger: trigger.cron('@daily') }, 'never')).toThrow(ScheduleInvalid);
  });
});
