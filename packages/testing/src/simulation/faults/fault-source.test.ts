import { Dice } from '../world/dice.js';
import { type Call, FAULT_KINDS, type FaultKind, readFaults } from './fault.js';
import { durationOf, ListedFaults, NO_FAULTS, RandomFaults, RecordedFaults } from './fault-source.js';

const call = (number: number, process = 'n1.1'): Call => ({ process, number, method: 'executions.settle' });
const CALLS = Array.from({ length: 2_000 }, (_, index) => call(index + 1));
const LEASE_MS = 3_000;

function randomFaults(share: number, kinds?: readonly FaultKind[], seed = 1) {
  const rates = { share, leaseMs: LEASE_MS, ...(kinds === undefined ? {} : { kinds }) };
  const source = new RandomFaults(new Dice(seed), rates);
  return CALLS.flatMap((each) => source.faultAt(each) ?? []);
}

describe('NO_FAULTS', () => {
  it('lets every call succeed', () => {
    expect(CALLS.map((each) => NO_FAULTS.faultAt(each)).every((fault) => fault === null)).toBe(true);
  });
});

describe('ListedFaults', () => {
  it('returns each fault for the call that it names, and none for others', () => {
    const [crash, pause] = readFaults('n1.1:2 crash_after 0, n2.1:1 pause_before 500');
    const source = new ListedFaults([crash, pause].flatMap((fault) => fault ?? []));
    expect(source.faultAt(call(2))).toBe(crash);
    expect(source.faultAt(call(1, 'n2.1'))).toBe(pause);
    expect(source.faultAt(call(1))).toBeNull();
    expect(source.faultAt(call(2, 'n1.2'))).toBeNull();
  });
});

describe('RandomFaults', () => {
  it.each([0, 0.02, 0.5, 1])('affects a share of %d of the calls', (share) => {
    expect(Math.abs(randomFaults(share).length / CALLS.length - share)).toBeLessThanOrEqual(
      share === 0 || share === 1 ? 0 : 0.02,
    );
  });

  it('has all kinds with about equal frequency', () => {
    const faults = randomFaults(1);
    for (const kind of FAULT_KINDS) {
      const count = faults.filter((fault) => fault.kind === kind).length;
      expect(count).toBeGreaterThan(CALLS.length / FAULT_KINDS.length / 1.3);
    }
  });

  it('has only the requested kinds', () => {
    expect(new Set(randomFaults(1, ['crash_after']).map(({ kind }) => kind))).toEqual(
      new Set(['crash_after']),
    );
    expect(randomFaults(1, [])).toEqual([]);
  });

  it('has the same faults for the same seed, and others for another seed', () => {
    expect(randomFaults(0.1)).toEqual(randomFaults(0.1));
    expect(randomFaults(0.1, undefined, 2)).not.toEqual(randomFaults(0.1));
  });

  it('does not depend on the calls before', () => {
    const source = new RandomFaults(new Dice(1), { share: 0.1, leaseMs: LEASE_MS });
    const backwards = [...CALLS].reverse().flatMap((each) => source.faultAt(each) ?? []);
    expect(backwards.reverse()).toEqual(randomFaults(0.1));
  });

  it('names the call that it affects', () => {
    const source = new RandomFaults(new Dice(1), { share: 1, leaseMs: LEASE_MS });
    expect(source.faultAt(call(5, 'n3.2'))?.call).toBe('n3.2:5');
  });
});

describe('durationOf', () => {
  it.each([
    ['crash_before', 0, 0],
    ['crash_after', 0, 0],
    ['pause_before', 600, 9_000],
    ['pause_after', 600, 9_000],
    ['request_lost', 0, 3_000],
    ['reply_lost', 0, 3_000],
    ['clock_jump', -3_600_000, 3_600_000],
  ] as const)('%s lasts from %d to %d ms with a lease of 3 s', (kind, least, most) => {
    expect([durationOf(kind, LEASE_MS, 0), durationOf(kind, LEASE_MS, 1)]).toEqual([least, most]);
  });
});

describe('RecordedFaults', () => {
  const [first, second] = [1, 3].map(
    (number) => ({ call: `n1.1:${number}`, kind: 'crash_after', ms: 0 }) as const,
  );
  const listed = () => new ListedFaults([first, second].flatMap((fault) => fault ?? []));

  it('passes on the faults of its source, and records them', () => {
    const faults = new RecordedFaults(listed());
    expect([1, 2, 3].map((number) => faults.faultAt(call(number)))).toEqual([first, null, second]);
    expect(faults.struck).toEqual([first, second]);
  });

  it('lets every call succeed after it was stopped', () => {
    const faults = new RecordedFaults(listed());
    faults.faultAt(call(1));
    faults.stop();
    expect(faults.faultAt(call(3))).toBeNull();
    expect(faults.struck).toEqual([first]);
  });
});
