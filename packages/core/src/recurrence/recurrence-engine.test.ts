import { trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from './recurrence-engine.js';

const engine = createRecurrenceEngine();
const at = (text: string) => new Date(text);

describe('the recurrence engine', () => {
  it('runs a time that does not exist at the first instant after the gap', () => {
    const recurrence = engine.compile({
      trigger: trigger.cron('30 2 * * *', { zone: 'America/New_York' }),
      anchor: at('2027-01-01T00:00:00Z'),
      startAt: null,
      endAt: null,
    });
    expect(recurrence.next(at('2027-03-13T12:00:00Z'))).toEqual(at('2027-03-14T07:00:00Z'));
    expect(recurrence.next(at('2027-03-14T07:00:00Z'))).toEqual(at('2027-03-15T06:30:00Z'));
  });
});
