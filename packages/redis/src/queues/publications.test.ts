import { Publications } from './publications.js';

describe('publications', () => {
  const setUp = () => {
    const sent: (readonly number[])[] = [];
    const ends: (() => void)[] = [];
    const errors: unknown[] = [];
    const state = { isReachable: true };
    const publications = new Publications<number>({
      send: (items) => {
        sent.push(items);
        return new Promise((resolve, reject) => ends.push(state.isReachable ? resolve : () => reject(LOST)));
      },
      isReachable: () => state.isReachable,
      onError: (error) => errors.push(error),
    });
    return { publications, sent, ends, errors, state };
  };
  const LOST = new Error('connection lost');

  it('do not keep their senders waiting, and are sent together while one is under way', async () => {
    const { publications, sent, ends } = setUp();
    await publications.add([1]);
    await publications.add([2]);
    await publications.add([3]);
    expect(sent).toEqual([[1]]);
    ends.shift()?.();
    const flushed = publications.flush();
    while (sent.length < 2) await new Promise(setImmediate);
    ends.shift()?.();
    await flushed;
    expect(sent).toEqual([[1], [2, 3]]);
  });

  it('are waited for when there are too many, so that Redis is not outrun', async () => {
    const { publications, sent, ends } = setUp();
    await publications.add(Array.from({ length: 1_000 }, (_, item) => item));
    let isSent = false;
    const last = publications.add([1]).then(() => (isSent = true));
    await new Promise(setImmediate);
    expect(isSent).toBe(false);
    ends.shift()?.();
    while (sent.length < 2) await new Promise(setImmediate);
    ends.shift()?.();
    await last;
  });

  it('fail for their senders while Redis is out of reach, and are told of otherwise', async () => {
    const { publications, ends, errors, state } = setUp();
    state.isReachable = false;
    const failing = publications.add([1]);
    await new Promise(setImmediate);
    ends.shift()?.();
    await expect(failing).rejects.toBe(LOST);
    state.isReachable = true;
    await publications.add([2]);
    state.isReachable = false;
    while (ends.length === 0) await new Promise(setImmediate);
    ends.shift()?.();
    await publications.flush();
    expect(errors).toEqual([LOST]);
  });
});
