import type { Priority } from '@scheduler/contracts';
import type { DispatchNote } from '@scheduler/contracts/adapter';
import { MessageSizes } from './message-sizes.js';
import { messageId, groupNotes } from './message.js';

const NOW = new Date('2026-01-01T00:00:00Z');

const note = (number: number, { priority = 5 as Priority, inMs = 0 } = {}): DispatchNote => ({
  executionId: `x${number}`,
  queue: 'default',
  priority,
  availableAt: new Date(NOW.getTime() + inMs),
  fence: 0,
});
const notes = (count: number) => Array.from({ length: count }, (_, number) => note(number));

describe('what shares a message (F128, F130)', () => {
  it('is of one priority, and at most 50', () => {
    const given = [...notes(60), note(60, { priority: 1 })];
    expect(groupNotes(given, NOW.getTime()).map(({ length }) => length)).toEqual([50, 10, 1]);
  });

  it('is available now: delayed notes have their own messages', () => {
    const given = [note(1), note(2, { inMs: 500 }), note(3), note(4, { inMs: 500 })];
    expect(
      groupNotes(given, NOW.getTime()).map((those) => those.map(({ executionId }) => executionId)),
    ).toEqual([['x1', 'x3'], ['x2'], ['x4']]);
  });

  it('has an id that only a repeated dispatch has too', () => {
    expect(messageId(notes(1), false)).toBe('x0-0');
    expect(messageId(notes(3), false)).toBe('x0-0-and-2');
    expect(messageId([{ ...note(0), fence: 1 }], false)).toBe('x0-1');
    expect(messageId(notes(1), true)).toBe('x0-0-later');
  });
});

describe('how many messages are taken at once', () => {
  it('follows how many executions they name', () => {
    const sizes = new MessageSizes(100);
    for (let count = 0; count < 40; count += 1) sizes.add(1);
    expect(sizes.messagesAtOnce).toBeGreaterThan(60);
    for (let count = 0; count < 40; count += 1) sizes.add(50);
    expect(sizes.messagesAtOnce).toBeLessThan(5);
  });

  it('is never less than one, and changes only by a large factor', () => {
    const sizes = new MessageSizes(1_000);
    expect([sizes.resize(1_100), sizes.resize(10)]).toEqual([false, true]);
    expect(sizes.messagesAtOnce).toBe(1);
  });
});
