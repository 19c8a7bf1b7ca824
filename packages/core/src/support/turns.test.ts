import { Turns } from './turns.js';

describe('Turns', () => {
  it('does work of one key in order, whatever becomes of it, and other work meanwhile', async () => {
    const turns = new Turns();
    const done: string[] = [];
    let finish: () => void = () => undefined;
    const first = turns.take('a', async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      done.push('first');
      throw new Error('no');
    });
    const second = turns.take('a', async () => void done.push('second'));
    await turns.take('b', async () => void done.push('other'));
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(done).toEqual(['other', 'first', 'second']);
    expect(await turns.take('a', async () => 'third')).toBe('third');
  });
});
