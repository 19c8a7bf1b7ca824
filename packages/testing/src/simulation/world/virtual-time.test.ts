import { VirtualTime } from './virtual-time.js';

const START = Date.parse('2030-01-01T00:00:00Z');

function recording() {
  const time = new VirtualTime(START);
  const events: string[] = [];
  const note = (label: string) => void events.push(`${label}@${time.nowMs - START}`);
  const after = (delayMs: number, label: string) => time.after(delayMs, () => note(label));
  return { time, events, note, after, runFor: (ms: number) => time.runUntil(time.nowMs + ms) };
}

describe('VirtualTime', () => {
  it('stands still until it runs, and then shows the end of the run', async () => {
    const { time } = recording();
    expect(time.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
    await time.runUntil(START + 60_000);
    expect(time.now()).toEqual(new Date('2030-01-01T00:01:00Z'));
    expect(time.nowMs).toBe(START + 60_000);
  });

  it('never goes back', async () => {
    const { time } = recording();
    await time.runUntil(START - 1_000);
    expect(time.nowMs).toBe(START);
  });

  it('lets each event happen at its own instant, and counts them', async () => {
    const { time, events, after, runFor } = recording();
    after(300, 'late');
    after(100, 'first');
    after(100, 'second');
    after(-5, 'at once');
    after(1_001, 'not yet');
    await runFor(1_000);
    expect(events).toEqual(['at once@0', 'first@100', 'second@100', 'late@300']);
    expect(time.eventCount).toBe(4);
    await runFor(1);
    expect(events.at(-1)).toBe('not yet@1001');
  });

  it('leaves out cancelled events', async () => {
    const { time, events, after, runFor } = recording();
    const callOff = after(100, 'called off');
    time.after(50, callOff);
    await runFor(1_000);
    expect(events).toEqual([]);
    expect(time.eventCount).toBe(1);
  });

  it('settles promises that were started before the first event', async () => {
    const { events, note, after, runFor } = recording();
    after(0, 'event');
    void manySteps().then(() => note('promise'));
    await runFor(10);
    expect(events).toEqual(['promise@0', 'event@0']);
  });

  it('settles chains of promises between two events, even of the same instant', async () => {
    const { time, events, note, after, runFor } = recording();
    const chain = async () => {
      note('begins');
      await manySteps();
      note('ends');
      after(0, 'its own');
    };
    time.after(100, () => void chain());
    after(100, 'next');
    await runFor(100);
    expect(events).toEqual(['begins@100', 'ends@100', 'next@100', 'its own@100']);
  });

  it('continues work that waits for a later event', async () => {
    const { time, events, note, runFor } = recording();
    const loop = async (): Promise<void> => {
      note('round');
      await new Promise<void>((resolve) => void time.after(1_000, resolve));
      return loop();
    };
    void loop();
    await runFor(2_500);
    expect(events).toEqual(['round@0', 'round@1000', 'round@2000']);
    await runFor(500);
    expect(events.at(-1)).toBe('round@3000');
  });
});

async function manySteps(): Promise<void> {
  for (let step = 0; step < 1_000; step += 1) await Promise.resolve();
}
