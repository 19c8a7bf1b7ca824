import { trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '../recurrence-engine.js';

/** The examples of RFC 5545, section 3.8.5.3. They begin on 1997-09-02 at 09:00 in New York unless they name another start. */
const engine = createRecurrenceEngine();
const zone = 'America/New_York';

function local(rule: string, start: string, count: number): readonly string[] {
  const anchor = new Date(start);
  const entries = engine.preview({
    trigger: trigger.rrule(rule, { zone }),
    anchor,
    startAt: null,
    endAt: null,
    from: new Date(anchor.getTime() - 1),
    count,
  });
  return entries.map((entry) => entry.local.slice(0, 16));
}

const SEPTEMBER_2 = '1997-09-02T09:00:00-04:00';

const days = (dates: string): readonly string[] => dates.split(' ').map((date) => `${date}T09:00`);

describe('the examples of RFC 5545', () => {
  it.each([
    ['FREQ=DAILY;COUNT=4', SEPTEMBER_2, '1997-09-02 1997-09-03 1997-09-04 1997-09-05'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', SEPTEMBER_2, '1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12'],
    ['FREQ=WEEKLY;UNTIL=19970924T000000Z', SEPTEMBER_2, '1997-09-02 1997-09-09 1997-09-16 1997-09-23'],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      SEPTEMBER_2,
      '1997-09-02 1997-09-16 1997-09-30 1997-10-14 1997-10-28 1997-11-11',
    ],
    ['FREQ=WEEKLY;COUNT=4;WKST=SU;BYDAY=TU,TH', SEPTEMBER_2, '1997-09-02 1997-09-04 1997-09-09 1997-09-11'],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      SEPTEMBER_2,
      '1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16',
    ],
    [
      'FREQ=MONTHLY;COUNT=4;BYDAY=1FR',
      '1997-09-05T09:00:00-04:00',
      '1997-09-05 1997-10-03 1997-11-07 1997-12-05',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU',
      '1997-09-07T09:00:00-04:00',
      '1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25',
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22T09:00:00-04:00', '1997-09-22 1997-10-20 1997-11-17'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28T09:00:00-04:00',
      '1997-09-28 1997-10-29 1997-11-28 1997-12-29',
    ],
    ['FREQ=MONTHLY;COUNT=4;BYMONTHDAY=2,15', SEPTEMBER_2, '1997-09-02 1997-09-15 1997-10-02 1997-10-15'],
    [
      'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1',
      '1997-09-30T09:00:00-04:00',
      '1997-09-30 1997-10-01 1997-10-31 1997-11-01',
    ],
    [
      'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
      '1997-06-10T09:00:00-04:00',
      '1997-06-10 1997-07-10 1998-06-10 1998-07-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200',
      '1997-01-01T09:00:00-05:00',
      '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09',
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19T09:00:00-04:00', '1997-05-19 1998-05-18 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12T09:00:00-04:00', '1997-05-12 1998-05-11 1999-05-17'],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997-03-13T09:00:00-05:00',
      '1997-03-13 1997-03-20 1997-03-27 1998-03-05',
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      SEPTEMBER_2,
      '1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13',
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05T09:00:00-05:00',
      '1996-11-05 2000-11-07 2004-11-02',
    ],
    [
      'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
      '1997-09-04T09:00:00-04:00',
      '1997-09-04 1997-10-07 1997-11-06',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29T09:00:00-04:00',
      '1997-09-29 1997-10-30 1997-11-27 1997-12-30',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997-08-05T09:00:00-04:00',
      '1997-08-05 1997-08-10 1997-08-19 1997-08-24',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997-08-05T09:00:00-04:00',
      '1997-08-05 1997-08-17 1997-08-19 1997-08-31',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007-01-15T09:00:00-05:00',
      '2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30',
    ],
  ])('%s', (rule, start, expected) => {
    expect(local(rule, start, days(expected).length)).toEqual(days(expected));
  });

  it.each([
    ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z', '09:00 12:00'],
    ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', '09:00 09:15 09:30 09:45 10:00 10:15'],
    ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '09:00 10:30 12:00 13:30'],
    ['FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20,40', '09:00 09:20 09:40 10:00 10:20 10:40'],
    ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10', '09:00 09:20 09:40 10:00 10:20 10:40'],
  ])('%s', (rule, expected) => {
    const times = expected.split(' ');
    expect(local(rule, SEPTEMBER_2, times.length)).toEqual(times.map((time) => `1997-09-02T${time}`));
  });

  it('end with their count', () => {
    expect(local('FREQ=DAILY;COUNT=10', SEPTEMBER_2, 100)).toHaveLength(10);
    expect(local('FREQ=DAILY;UNTIL=19971224T000000Z', SEPTEMBER_2, 200)).toHaveLength(113);
  });
});
