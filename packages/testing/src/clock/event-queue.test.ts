import { EventQueue } from './event-queue.js';

function recording() {
  const queue = new EventQueue();
  const happened: string[] = [];
  const add = (label: string, atMs: number) => queue.add(atMs, () => happened.push(`${label}@${atMs}`));
  const run = (untilMs = Number.POSITIVE_INFINITY) => {
    for (let next = queue.takeNext(untilMs); next !== null; next = queue.takeNext(untilMs)) next.happen();
    return happened;
  };
  return { queue, add, run };
}

describe('EventQueue', () => {
  it('is empty at first', () => {
    const { queue } = recording();
    expect(queue.size).toBe(0);
    expect(queue.nextAtMs).toBeNull();
    expect(queue.takeNext(Number.POSITIVE_INFINITY)).toBeNull();
  });

  it('gives events in the order of their instants', () => {
    const { add, run } = recording();
    for (const atMs of [50, 10, 40, 20, 30, 0, -10]) add('event', atMs);
    expect(run()).toEqual([-10, 0, 10, 20, 30, 40, 50].map((atMs) => `event@${atMs}`));
  });

  it('keeps the order of many', () => {
    const { add, run } = recording();
    const instants = Array.from({ length: 500 }, (_, index) => (index * 7_919) % 499);
    for (const [index, atMs] of instants.entries()) add(String(index), atMs);
    const sorted = [...instants.entries()].sort(([i, a], [j, b]) => a - b || i - j);
    expect(run()).toEqual(sorted.map(([index, atMs]) => `${index}@${atMs}`));
  });

  it('gives events of one instant in the order in which they were planned', () => {
    const { add, run } = recording();
    for (const label of ['a', 'b', 'c', 'd', 'e', 'f']) add(label, 10);
    add('early', 5);
    expect(run()).toEqual(['early@5', 'a@10', 'b@10', 'c@10', 'd@10', 'e@10', 'f@10']);
  });

  it('gives nothing that lies after the given instant', () => {
    const { queue, add, run } = recording();
    add('at', 10);
    add('after', 11);
    expect(run(10)).toEqual(['at@10']);
    expect(queue.nextAtMs).toBe(11);
    expect(queue.size).toBe(1);
  });

  it('leaves out cancelled events, also if they are cancelled twice', () => {
    const { queue, add, run } = recording();
    add('a', 10);
    const callOff = add('b', 20);
    add('c', 30);
    callOff();
    callOff();
    expect(queue.size).toBe(2);
    expect(run()).toEqual(['a@10', 'c@30']);
    expect(queue.size).toBe(0);
  });

  it('ignores cancelled events for the next instant', () => {
    const { queue, add } = recording();
    const callOff = add('first', 10);
    add('second', 20);
    expect(queue.nextAtMs).toBe(10);
    callOff();
    expect(queue.nextAtMs).toBe(20);
    expect(queue.size).toBe(1);
  });

  it('is not disturbed when something is called off after it has happened', () => {
    const { queue, add, run } = recording();
    const callOff = add('a', 10);
    add('b', 20);
    run(10);
    callOff();
    expect(queue.size).toBe(1);
    expect(run()).toEqual(['a@10', 'b@20']);
  });

  it('gives what an event has added in its turn', () => {
    const { queue, add, run } = recording();
    queue.add(10, () => {
      add('now', 10);
      add('later', 15);
    });
    add('planned before', 10);
    add('last', 20);
    expect(run()).toEqual(['planned before@10', 'now@10', 'later@15', 'last@20']);
  });
});
