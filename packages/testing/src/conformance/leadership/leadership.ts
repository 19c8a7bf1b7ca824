import assert from 'node:assert/strict';
import type { Leader } from '@scheduler/contracts';
import { eventually } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { LeadershipHarness } from '../kit/harness.js';

const MINUTE = 60_000;
const TTL_MS = 10 * MINUTE;

const a = { node: 'node-a', ttlMs: TTL_MS };
const b = { node: 'node-b', ttlMs: TTL_MS };

export const acquireLeadership: ConformanceGroup<LeadershipHarness> = {
  title: 'leadership.acquire',
  cases: {
    'has no leader at first': async ({ leadership }) => {
      assert.equal(await leadership.currentLeader(), null);
      assert.equal(leadership.isLeader(a), false);
    },
    'makes the first who asks the leader': async ({ leadership }) => {
      assert.equal(await leadership.acquire(a), true);
      assert.equal(leadership.isLeader(a), true);
      assert.equal((await leadership.currentLeader())?.node, 'node-a');
    },
    'refuses others while there is a leader': async ({ leadership }) => {
      await leadership.acquire(a);
      assert.equal(await leadership.acquire(b), false);
      assert.equal(leadership.isLeader(b), false);
      assert.equal((await leadership.currentLeader())?.node, 'node-a');
    },
    'makes exactly one of several who ask at once the leader (F211, F213)': async ({ leadership }) => {
      const nodes = ['a', 'b', 'c', 'd', 'e'];
      const answers = await Promise.all(nodes.map((node) => leadership.acquire({ node, ttlMs: TTL_MS })));
      assert.equal(answers.filter(Boolean).length, 1);
      assert.equal(nodes.filter((node) => leadership.isLeader({ node })).length, 1);
    },
    'renews for a leader that asks again, in the same epoch': async ({ leadership, clock }) => {
      await leadership.acquire(a);
      const before = await leadership.currentLeader();
      await clock.advance(TTL_MS - MINUTE);
      assert.equal(await leadership.acquire(a), true);
      const after = await leadership.currentLeader();
      assert.equal(after?.epoch, before?.epoch);
      assert.ok((after?.until ?? 0) > (before?.until ?? 0));
    },
    'keeps a leader that renews in time': async ({ leadership, clock }) => {
      await leadership.acquire(a);
      for (let round = 0; round < 3; round += 1) {
        await clock.advance(TTL_MS - MINUTE);
        assert.equal(await leadership.acquire(a), true);
      }
      assert.equal(leadership.isLeader(a), true);
      assert.equal(await leadership.acquire(b), false);
    },
    'refuses a renewal of one who is not the leader (F214)': async ({ leadership }) => {
      await leadership.acquire(a);
      const before = await leadership.currentLeader();
      assert.equal(await leadership.acquire(b), false);
      assert.deepEqual(await leadership.currentLeader(), before);
    },
    'refuses a renewal after another one took over': async ({ leadership, clock }) => {
      await leadership.acquire(a);
      await clock.advance(TTL_MS + MINUTE);
      assert.equal(await leadership.acquire(b), true);
      assert.equal(await leadership.acquire(a), false);
      assert.equal(leadership.isLeader(a), false);
      assert.equal(leadership.isLeader(b), true);
    },
  },
};

export const loseLeadership: ConformanceGroup<LeadershipHarness> = {
  title: 'leadership: how it ends',
  cases: {
    'ends when its time is over': async ({ leadership, clock }) => {
      await leadership.acquire(a);
      await clock.advance(TTL_MS - MINUTE);
      assert.equal(leadership.isLeader(a), true);
      await clock.advance(2 * MINUTE);
      assert.equal(leadership.isLeader(a), false);
      assert.equal(await leadership.currentLeader(), null);
    },
    'lets another one take over when its time is over (F213)': async ({ leadership, clock }) => {
      await leadership.acquire(a);
      await clock.advance(TTL_MS + MINUTE);
      assert.equal(await leadership.acquire(b), true);
      assert.equal((await leadership.currentLeader())?.node, 'node-b');
    },
    'lets another one take over after a release': async ({ leadership }) => {
      await leadership.acquire(a);
      await leadership.release(a);
      assert.equal(leadership.isLeader(a), false);
      assert.equal(await leadership.currentLeader(), null);
      assert.equal(await leadership.acquire(b), true);
    },
    'takes a release of one who is not the leader': async ({ leadership }) => {
      await leadership.release(a);
      await leadership.acquire(a);
      await leadership.release(b);
      assert.equal(leadership.isLeader(a), true);
    },
    'grows the epoch with every change of leader': async ({ leadership }) => {
      const epochs: number[] = [];
      for (const terms of [a, b, a]) {
        await leadership.acquire(terms);
        epochs.push((await leadership.currentLeader())?.epoch ?? -1);
        await leadership.release(terms);
      }
      const [first = 0, second = 0, third = 0] = epochs;
      assert.ok(first < second && second < third, `epochs ${epochs.join(', ')}`);
    },
    'calls listeners with changes, until they unsubscribe (F213)': async ({ leadership }) => {
      const seen: (Leader | null)[] = [];
      const unsubscribe = leadership.onLeaderChange((leader) => seen.push(leader));
      await leadership.acquire(a);
      await eventually('the news of a leader', () => seen.at(-1)?.node === 'node-a');
      await leadership.release(a);
      await eventually('the news of none', () => seen.at(-1) === null);
      unsubscribe();
      const count = seen.length;
      await leadership.acquire(b);
      assert.equal(seen.length, count);
    },
    'is not disturbed by a listener that throws': async ({ leadership }) => {
      leadership.onLeaderChange(() => {
        throw new Error('the listener is broken');
      });
      const seen: (Leader | null)[] = [];
      leadership.onLeaderChange((leader) => seen.push(leader));
      assert.equal(await leadership.acquire(a), true);
      await eventually('the news', () => seen.length > 0);
    },
  },
};
