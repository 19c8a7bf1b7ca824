import { daysOf } from './days-of.js';

const hour = (at: string, starts: number) => ({ at, starts, busy_ms: 0, queues: {} });

it('puts hours into the days and places of a zone', () => {
  const rows = daysOf([hour('2026-11-18T22:00:00Z', 3), hour('2026-11-18T23:00:00Z', 6)], 'Europe/Berlin');
  expect(rows.map(({ label }) => label)).toEqual(['Wed 18 Nov', 'Thu 19 Nov']);
  expect(rows[0]?.cells[23]).toEqual({
    key: '2026-11-18T22:00:00Z',
    level: 3,
    label: 'Wed 18 Nov 23:00: 3 runs',
  });
  expect(rows[1]?.cells[0]).toMatchObject({ level: 6 });
  expect(rows[1]?.cells[1]).toBeUndefined();
});

it('adds the two hours that share a place when the clocks go back', () => {
  const [day] = daysOf([hour('2027-10-31T00:00:00Z', 1), hour('2027-10-31T01:00:00Z', 2)], 'Europe/Berlin');
  expect(day?.cells[2]).toMatchObject({ key: '2027-10-31T00:00:00Z', label: 'Sun 31 Oct 02:00: 3 runs' });
});
