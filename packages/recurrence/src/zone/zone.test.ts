import { ScheduleInvalid } from '@scheduler/contracts';
import { ZoneCatalog } from './zone.js';

const zones = new ZoneCatalog();

function refusal(name: unknown): ScheduleInvalid {
  try {
    zones.get(name);
  } catch (error) {
    return error as ScheduleInvalid;
  }
  throw new Error(`${String(name)} was accepted`);
}

describe('a zone', () => {
  it.each([
    'UTC',
    'utc',
    'Etc/UTC',
    'Z',
    'z',
    'GMT',
    'Etc/GMT',
    'Etc/Zulu',
    'Zulu',
    'UCT',
    'Universal',
    'Etc/Greenwich',
  ])('%s means UTC', (name) => expect(zones.get(name).name).toBe('UTC'));

  it.each(['Europe/Berlin', 'US/Eastern', 'Asia/Kathmandu', 'Etc/GMT+5'])('%s is known', (name) => {
    expect(zones.get(name).name).toBe(name);
  });

  it('shares its changes with its aliases', () => {
    expect(zones.get('Asia/Kathmandu').timeline).toBe(zones.get('Asia/Katmandu').timeline);
  });

  it.each(['+02:00', '-05', 'UTC+2', 'GMT-3', '+0200'])('%s is refused as an offset', (name) => {
    expect(refusal(name).message).toContain('is an offset, not a time zone');
  });

  it.each([
    ['Europe/Belin', 'Europe/Berlin'],
    ['Berlin', 'Europe/Berlin'],
    ['America/NewYork', 'America/New_York'],
    ['america/new york', 'America/New_York'],
    ['Asia/Tokio', 'Asia/Tokyo'],
    ['Europe/Paris ', 'Europe/Paris'],
  ])('%s is refused with a hint at %s', (written, meant) => {
    expect(refusal(written).message).toContain(`did you mean ${meant}`);
  });

  it.each(['Mars/Olympus', '', 'x'.repeat(10_000), 'Europe/Berlin\n', 42, null, undefined, {}])(
    '%j is refused',
    (name) => {
      const error = refusal(name);
      expect(error).toBeInstanceOf(ScheduleInvalid);
      expect(error.issues[0]).toMatchObject({ field: 'trigger.zone', value: name });
      expect(error.issues[0]?.accepted).toContain('an IANA time zone');
    },
  );
});
