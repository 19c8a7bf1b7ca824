import assert from 'node:assert/strict';
import type { ClusterLife, LeaderElection } from '@scheduler/contracts/adapter';
import type { ConformanceGroup } from '../kit/group.js';
import type { LeadershipHarness } from '../kit/harness.js';

const MINUTE = 60_000;
const TTL_MS = 10 * MINUTE;

/** A node that says that it is alive, as the scheduler does: it becomes a member when it has founded the cluster or seen it live on. */
class Member {
  private isMember = false;
  private firstUntil: Date | null = null;

  constructor(
    private readonly leadership: LeaderElection,
    private readonly node: string,
  ) {}

  async beat(): Promise<ClusterLife> {
    assert.ok(this.leadership.beat !== undefined, 'the store has no beat');
    const life = await this.leadership.beat(this.terms());
    this.isMember ||= life.founded || (this.firstUntil !== null && life.until > this.firstUntil);
    this.firstUntil ??= life.until;
    return life;
  }

  async founds(): Promise<boolean> {
    return (await this.beat()).founded;
  }

  async leave(): Promise<void> {
    await this.leadership.leave?.(this.terms());
  }

  private terms() {
    return { node: this.node, ttlMs: TTL_MS, isMember: this.isMember };
  }
}

const two = ({ leadership }: LeadershipHarness) =>
  [new Member(leadership, 'node-a'), new Member(leadership, 'node-b')] as const;

/** A store need not tell the start of a cluster; jobs that wait for it are refused then. */
function whereOffered(cases: ConformanceGroup<LeadershipHarness>['cases']) {
  return Object.fromEntries(
    Object.entries(cases).map(([title, run]) => [
      title,
      async (harness: LeadershipHarness) => {
        if (harness.leadership.beat !== undefined) await run(harness);
      },
    ]),
  );
}

export const presence: ConformanceGroup<LeadershipHarness> = {
  title: 'leadership.beat and leave (F26, F285)',
  cases: whereOffered({
    'lets the first node found the cluster, and nobody after it': async (harness) => {
      const [a, b] = two(harness);
      assert.deepEqual([await a.founds(), await b.founds(), await a.founds()], [true, false, false]);
    },
    'lets exactly one of several found it that come at once': async ({ leadership }) => {
      const nodes = ['a', 'b', 'c', 'd', 'e'].map((node) => new Member(leadership, node));
      const founded = await Promise.all(nodes.map((node) => node.founds()));
      assert.equal(founded.filter(Boolean).length, 1);
    },
    'lives as long as members say so': async (harness) => {
      const [a, b] = two(harness);
      await a.beat();
      for (let round = 0; round < 3; round += 1) {
        await harness.clock.advance(TTL_MS - MINUTE);
        await a.beat();
        assert.equal(await b.founds(), false);
      }
    },
    'ends with the last node that leaves': async (harness) => {
      const [a, b] = two(harness);
      await a.beat();
      await a.leave();
      assert.equal(await b.founds(), true);
    },
    'lives on when a node leaves and another one stays': async (harness) => {
      const [a, b] = two(harness);
      await a.beat();
      await b.beat();
      await harness.clock.advance(MINUTE);
      await a.leave();
      assert.equal(await b.founds(), false);
      await harness.clock.advance(TTL_MS - MINUTE);
      assert.equal(await b.founds(), false);
      assert.equal(await new Member(harness.leadership, 'node-a2').founds(), false);
    },
    'ends with members that died, whoever came meanwhile': async (harness) => {
      const [a, b] = two(harness);
      await a.beat();
      await harness.clock.advance(MINUTE);
      assert.equal(await b.founds(), false);
      await harness.clock.advance(TTL_MS - 2 * MINUTE);
      assert.equal(await b.founds(), false);
      await harness.clock.advance(2 * MINUTE);
      assert.equal(await b.founds(), true);
      assert.equal(await new Member(harness.leadership, 'node-c').founds(), false);
    },
    'is not ended by a node that was no member': async (harness) => {
      const [a, b] = two(harness);
      await a.beat();
      await b.beat();
      await b.leave();
      assert.equal(await new Member(harness.leadership, 'node-c').founds(), false);
    },
  }),
};
