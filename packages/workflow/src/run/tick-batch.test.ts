import { TickBatch } from './tick-batch.js';

describe('TickBatch', () => {
  it('asks once for what is asked for in one turn, and again in the next', async () => {
    const asked: (readonly number[])[] = [];
    const squares = new TickBatch<number, string>((keys) => {
      asked.push(keys);
      return Promise.resolve(new Map(keys.filter((n) => n > 0).map((n) => [n, `${n * n}`])));
    });
    expect(await Promise.all([squares.get(2), squares.get(3), squares.get(2), squares.get(-1)])).toEqual([
      '4',
      '9',
      '4',
      null,
    ]);
    expect(await squares.get(2)).toBe('4');
    expect(asked).toEqual([[2, 3, -1], [2]]);
  });

  it('fails all that asked where the read fails', async () => {
    const away = new TickBatch<number, number>(() => Promise.reject(new Error('the store is away')));
    const answers = await Promise.allSettled([away.get(1), away.get(2)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
