import { SettableClock } from '@scheduler/testing';
import { MemoryLeaderElection } from './memory-leader-election.js';

const terms = (node: string) => ({ node, ttlMs: 1_000 });

describe('MemoryLeaderElection', () => {
  it('ends a term exactly at its end', async () => {
    const clock = new SettableClock();
    const election = new MemoryLeaderElection(clock);
    await election.acquire(terms('a'));
    await clock.advance(999);
    expect(election.isLeader({ node: 'a' })).toBe(true);
    await clock.advance(1);
    expect(election.isLeader({ node: 'a' })).toBe(false);
  });

  it('notifies listeners of the end of a term and of the next leader', async () => {
    const clock = new SettableClock();
    const election = new MemoryLeaderElection(clock);
    const changes: (string | null)[] = [];
    election.onLeaderChange((leader) =>
      changes.push(leader === null ? null : `${leader.node}#${leader.epoch}`),
    );
    await election.acquire(terms('a'));
    await election.acquire(terms('a'));
    await clock.advance('1s');
    await election.acquire(terms('b'));
    expect(changes).toEqual(['a#1', null, 'b#2']);
  });

  it('counts a new term of the same node as a change', async () => {
    const clock = new SettableClock();
    const election = new MemoryLeaderElection(clock);
    await election.acquire(terms('a'));
    await clock.advance('1s');
    await election.acquire(terms('a'));
    expect((await election.currentLeader())?.epoch).toBe(2);
  });
});
