import { upcast, UPCASTERS } from './upcast.js';
import { EVENT_SCHEMAS } from './event-schemas.js';

const upcasters = {
  JobPaused: [
    ({ why, ...data }) => ({ ...data, reason: why ?? null }),
    (data) => ({ ...data, by: 'nobody' }),
  ],
} as const satisfies Parameters<typeof upcast>[1];

describe('upcast', () => {
  it('brings an old event to the version of this build, step by step', () => {
    const event = { name: 'JobPaused', version: 1, data: { why: 'holidays' } };
    const now = { name: 'JobPaused', version: 3, data: { reason: 'holidays', by: 'nobody' } };
    expect(upcast(event, upcasters)).toEqual(now);
    expect(upcast({ ...event, version: 2, data: { reason: null } }, upcasters)).toEqual({
      ...now,
      data: { reason: null, by: 'nobody' },
    });
    expect(upcast(now, upcasters)).toBe(now);
  });

  it('leaves events of newer versions and unknown names as they are', () => {
    const newer = { name: 'JobPaused', version: 9, data: {} };
    const unknown = { name: 'toString', version: 1, data: {} };
    expect([upcast(newer, upcasters), upcast(unknown, upcasters)]).toEqual([newer, unknown]);
  });

  it('has an upcaster for every version of a schema but the last', () => {
    for (const [name, versions] of Object.entries(EVENT_SCHEMAS))
      expect([name, UPCASTERS[name]?.length ?? 0]).toEqual([name, versions.length - 1]);
  });
});
