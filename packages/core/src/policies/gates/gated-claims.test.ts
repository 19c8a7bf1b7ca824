import type { Execution } from '@scheduler/contracts';
import type { ClaimExecutions } from '@scheduler/contracts/adapter';
import { minute, sampleExecution } from '../../test-support/samples.js';
import type { Admission, Gate } from './gate.js';
import { ForeignTypes } from './foreign-types.js';
import { GatedClaims } from './gated-claims.js';

const EVERY_TYPE = { supports: () => true };

const some = (count: number, queue = 'default'): Execution[] =>
  Array.from({ length: count }, (_, index) => sampleExecution({ id: `${queue}-${index}`, queue }));
const terms = { owner: 'n', leaseMs: 1_000 };
const late: Admission = { delayMs: 500, reason: 'rate_limited', message: null };

/** Something is always there, unless a test says otherwise. */
const store = { nextAvailableAt: async () => minute(0) };
const storeTime = { mayHavePassed: (instant: Date) => instant <= minute(1) };

function claimsOf(claimed: readonly Execution[] | Error, gates: readonly Gate[]) {
  const asked: ClaimExecutions[] = [];
  const deferred: [string, unknown][] = [];
  const returned: string[] = [];
  const claims = new GatedClaims({
    foreignTypes: new ForeignTypes(EVERY_TYPE),
    gates,
    storeTime,
    executions: {
      ...store,
      claim: async (request) => {
        asked.push(request);
        if (claimed instanceof Error) throw claimed;
        return claimed;
      },
      claimById: async () => (claimed instanceof Error ? [] : claimed),
    },
    defer: async ({ id }, waiting) => void deferred.push([id, waiting]),
    giveBack: async (all) => void returned.push(...all.map(({ id }) => id)),
  });
  return { claims, asked, deferred, returned };
}

/** Grants so many of each queue, and writes down what it gets back. */
function granting(granted: Record<string, number>) {
  const back: [string, number][] = [];
  const reserve: Gate['reserve'] = async ({ queue, wanted }) => ({
    granted: Math.min(wanted, granted[queue] ?? wanted),
    giveBack: async (unused) => void back.push([queue, unused]),
  });
  return { gate: { reserve }, back };
}

describe('GatedClaims', () => {
  const lanes = [
    { queue: 'default', limit: 5 },
    { queue: 'mails', limit: 3 },
  ];

  it('reports what it claimed and admitted, and nothing else', async () => {
    const reported: (readonly string[])[] = [];
    const onlyFirst: Gate = { admit: async (all) => all.map((_, index) => (index === 0 ? 'run' : late)) };
    for (const gates of [[], [onlyFirst]]) {
      const claims = new GatedClaims({
        foreignTypes: new ForeignTypes(EVERY_TYPE),
        gates,
        storeTime,
        executions: { ...store, claim: async () => some(2), claimById: async () => [] },
        onClaimed: (claimed) => void reported.push(claimed.map(({ id }) => id)),
        defer: async () => undefined,
        giveBack: async () => undefined,
      });
      await claims.claim({ ...terms, lanes });
      await claims.claimById({ ...terms, ids: ['gone'] });
    }
    expect(reported).toEqual([['default-0', 'default-1'], ['default-0']]);
  });

  it('claims as asked where there are no gates', async () => {
    const claimed = some(2);
    const { claims, asked } = claimsOf(claimed, []);
    expect(await claims.claim({ lanes, ...terms })).toBe(claimed);
    expect(asked).toEqual([{ lanes, ...terms }]);
  });

  it('claims no more than is granted, and gives back what it did not get', async () => {
    const { gate, back } = granting({ default: 2 });
    const { claims, asked } = claimsOf([...some(1), ...some(3, 'mails')], [gate]);
    expect(await claims.claim({ lanes, ...terms })).toHaveLength(4);
    expect(asked[0]?.lanes.map(({ queue, limit }) => [queue, limit])).toEqual([
      ['default', 2],
      ['mails', 3],
    ]);
    expect(back).toEqual([['default', 1]]);
  });

  it('claims only what is urgent enough where that is wanted, also under a gate', async () => {
    const { claims, asked } = claimsOf(some(1), [granting({}).gate]);
    const urgent = { queue: 'default', limit: 1, moreUrgentThan: 5 } as const;
    await claims.claim({ lanes: [urgent], ...terms });
    expect(asked[0]?.lanes).toEqual([urgent]);
  });

  it('asks the store for nothing where nothing is granted', async () => {
    const { gate } = granting({ default: 0, mails: 0 });
    const { claims, asked } = claimsOf([], [gate]);
    expect(await claims.claim({ lanes, ...terms })).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('gives back everything where the claim fails', async () => {
    const { gate, back } = granting({});
    const { claims } = claimsOf(new Error('connection lost'), [gate]);
    await expect(claims.claim({ lanes, ...terms })).rejects.toThrow('connection lost');
    expect(back).toEqual([
      ['default', 5],
      ['mails', 3],
    ]);
  });

  it('gives back to an earlier gate what a later one does not grant', async () => {
    const [wide, narrow] = [granting({ default: 5 }), granting({ default: 1 })];
    const { claims } = claimsOf(some(1), [wide.gate, narrow.gate]);
    await claims.claim({ lanes: lanes.slice(0, 1), ...terms });
    expect([wide.back, narrow.back]).toEqual([[['default', 4]], []]);
  });

  it('lets wait what a gate does not admit, and asks the next gate about the rest only', async () => {
    const seen: string[][] = [];
    const even: Gate = { admit: async (all) => all.map((_, index) => (index % 2 === 0 ? 'run' : late)) };
    const spy: Gate = {
      admit: async (all) => {
        seen.push(all.map(({ id }) => id));
        return all.map(() => 'run' as const);
      },
    };
    const { claims, deferred } = claimsOf(some(3), [even, spy]);
    expect((await claims.claim({ lanes, ...terms })).map(({ id }) => id)).toEqual(['default-0', 'default-2']);
    expect(deferred).toEqual([['default-1', late]]);
    expect(seen).toEqual([['default-0', 'default-2']]);
  });

  it('gives back what a gate could not be asked about', async () => {
    const broken: Gate = { admit: () => Promise.reject(new Error('connection lost')) };
    const { claims, returned } = claimsOf(some(2), [broken]);
    await expect(claims.claim({ lanes, ...terms })).rejects.toThrow('connection lost');
    expect(returned).toEqual(['default-0', 'default-1']);
  });

  it('claims on where all of it has to wait: others may stand behind it', async () => {
    const batches = [some(2), some(1, 'mails')];
    const asked: unknown[] = [];
    const claims = new GatedClaims({
      foreignTypes: new ForeignTypes(EVERY_TYPE),
      gates: [{ admit: async (all) => all.map(({ queue }) => (queue === 'mails' ? 'run' : late)) }],
      storeTime,
      executions: {
        ...store,
        claim: async (request) => {
          asked.push(request);
          return batches.shift() ?? [];
        },
        claimById: async () => [],
      },
      defer: async () => undefined,
      giveBack: async () => undefined,
    });
    expect(await claims.claim({ lanes, ...terms })).toMatchObject([{ id: 'mails-0' }]);
    expect(asked).toHaveLength(2);
  });

  it('looks before it reserves for a queue that brought nothing the last time', async () => {
    const { gate, back } = granting({});
    const reserved: string[] = [];
    const counting: Gate = {
      reserve: (asked) => {
        reserved.push(asked.queue);
        return gate.reserve!(asked);
      },
    };
    let next: Date | null = null;
    const batches = [some(1), [], some(1), []];
    const claims = new GatedClaims({
      foreignTypes: new ForeignTypes(EVERY_TYPE),
      gates: [counting],
      storeTime,
      executions: {
        claim: async () => batches.shift() ?? [],
        claimById: async () => [],
        nextAvailableAt: async ({ queues }) => {
          expect(queues).toEqual(['default']);
          return next;
        },
      },
      defer: async () => undefined,
      giveBack: async () => undefined,
    });
    const claim = () => claims.claim({ lanes: lanes.slice(0, 1), ...terms });
    await claim();
    await claim();
    expect([reserved.length, back.length]).toEqual([2, 2]);
    await claim();
    next = minute(2);
    await claim();
    expect([reserved.length, back.length]).toEqual([2, 2]);
    next = minute(1);
    expect(await claim()).toHaveLength(1);
    expect(reserved).toHaveLength(3);
  });

  it('asks nobody about executions that no gate has a say about', async () => {
    const gate: Gate = { appliesTo: () => false, admit: () => Promise.reject(new Error('not asked')) };
    const claimed = some(2);
    expect(await claimsOf(claimed, [gate]).claims.claim({ lanes, ...terms })).toBe(claimed);
  });

  it('tells who let executions through that another one let them wait', async () => {
    const told: [string, readonly string[], unknown][] = [];
    const telling = (name: string, own: Gate): Gate => ({
      ...own,
      withdraw: async (all, withdrawal) => void told.push([name, all.map(({ id }) => id), withdrawal]),
    });
    const reserve = granting({}).gate.reserve;
    const gates = [
      telling('before', { admit: async (all) => all.map(() => 'run' as const) }),
      telling('denies', { admit: async (all) => all.map((_, index) => (index === 0 ? late : 'run')) }),
      telling('after', { admit: async (all) => all.map(() => 'run' as const) }),
      telling('reserves', { reserve }),
    ];
    await claimsOf(some(2), gates).claims.claim({ lanes, ...terms });
    expect(told).toEqual([
      ['before', ['default-0'], { reserved: new Set(), admitted: true }],
      ['reserves', ['default-0'], { reserved: new Set(['default', 'mails']), admitted: false }],
    ]);
  });

  it('claims all that is wanted of a queue about which a gate decides afterwards', async () => {
    const told: unknown[] = [];
    const reserving: Gate = {
      reserve: async ({ queue, wanted }) =>
        queue === 'mails' ? null : { granted: wanted, giveBack: async () => undefined },
      admit: async (all, { reserved }) => {
        told.push([all.map(({ id }) => id), reserved]);
        return all.map(() => 'run' as const);
      },
    };
    const { claims, asked } = claimsOf([...some(1), ...some(1, 'mails')], [reserving]);
    await claims.claim({ lanes, ...terms });
    expect(asked[0]?.lanes).toEqual(lanes);
    expect(told).toEqual([[['default-0', 'mails-0'], new Set(['default'])]]);
  });

  it('knows when to come again where the gates granted less than was wanted', async () => {
    const reserve: Gate['reserve'] = async ({ queue, wanted }) => ({
      granted: queue === 'mails' ? 1 : wanted,
      retryAfterMs: 700,
      giveBack: async () => undefined,
    });
    const held = claimsOf(some(1, 'mails'), [{ reserve }]).claims;
    await held.claim({ lanes, ...terms });
    expect([held.retryAfterMs('mails'), held.retryAfterMs('default')]).toEqual([700, null]);
    const drained = claimsOf([], [{ reserve }]).claims;
    await drained.claim({ lanes, ...terms });
    expect(drained.retryAfterMs('mails')).toBeNull();
  });

  it('turns away what a gate does not let start any more, and tells the others', async () => {
    const told: unknown[] = [];
    const gates: Gate[] = [
      { mayStart: ({ queue }) => (queue === 'mails' ? late : 'run') },
      { withdraw: async (all, withdrawal) => void told.push([all.map(({ id }) => id), withdrawal]) },
    ];
    const { claims, deferred } = claimsOf([], gates);
    const [start, turn] = [some(1)[0]!, some(1, 'mails')[0]!];
    expect(claims.rejectAtStart(start)).toBeNull();
    await claims.rejectAtStart(turn);
    expect(deferred).toEqual([['mails-0', late]]);
    expect(told).toEqual([[['mails-0'], { reserved: new Set(['mails']), admitted: true }]]);
  });

  it('asks its gates about what a message named, too', async () => {
    const { claims, deferred } = claimsOf(some(1), [{ admit: async () => [late] }]);
    expect(await claims.claimById({ ids: ['default-0'], ...terms })).toEqual([]);
    expect(deferred).toEqual([['default-0', late]]);
  });
});
