import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('does work of one key in order, whatever becomes of it, and other work meanwhile', async () => {
    const mutex = new KeyedMutex();
    const done: string[] = [];
    let finish: () => void = () => undefined;
    const first = mutex.run('a', async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      done.push('first');
      throw new Error('no');
    });
    const second = mutex.run('a', async () => void done.push('second'));
    await mutex.run('b', async () => void done.push('other'));
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(done).toEqual(['other', 'first', 'second']);
    expect(await mutex.run('a', async () => 'third')).toBe('third');
  });
});
