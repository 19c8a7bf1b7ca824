import { UuidV7Generator } from './uuid-v7.js';

const FORMAT = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const millisecondsOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

describe('UuidV7Generator', () => {
  afterEach(() => jest.useRealTimers());

  it('makes UUIDs of version 7 with the time in front', () => {
    jest.useFakeTimers({ now: new Date('2030-06-01T12:00:00.123Z') });
    const id = new UuidV7Generator().next();
    expect(id).toMatch(FORMAT);
    expect(new Date(millisecondsOf(id))).toEqual(new Date('2030-06-01T12:00:00.123Z'));
  });

  it('makes 100,000 ids that are unique, well formed and only grow', () => {
    const ids = new UuidV7Generator();
    const seen = new Set<string>();
    let last = '';
    for (let i = 0; i < 100_000; i++) {
      const id = ids.next();
      if (!FORMAT.test(id) || id <= last) throw new Error(`${id} does not follow ${last}`);
      seen.add((last = id));
    }
    expect(seen.size).toBe(100_000);
  });

  it('borrows from the next millisecond when one is full', () => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00.000Z') });
    const start = Date.now();
    const ids = new UuidV7Generator();
    const made = Array.from({ length: 4_097 }, () => ids.next());
    expect(millisecondsOf(made[4_095]!)).toBe(start);
    expect(millisecondsOf(made[4_096]!)).toBe(start + 1);
    expect(made).toEqual([...made].sort());
  });

  it('does not go back when the clock does', () => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') });
    const ids = new UuidV7Generator();
    const before = ids.next();
    jest.setSystemTime(new Date('2029-01-01T00:00:00Z'));
    expect(ids.next() > before).toBe(true);
  });

  it('makes different ids in two generators at the same time', () => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') });
    const [one, other] = [new UuidV7Generator(), new UuidV7Generator()];
    const made = Array.from({ length: 1_000 }, () => [one.next(), other.next()]).flat();
    expect(new Set(made).size).toBe(2_000);
  });
});
