import { GroupCommit } from './group-commit.js';

class Refusal extends Error {}

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A writer whose writes end when the test says so. */
function heldWriter() {
  const writes: { readonly items: readonly string[]; readonly end: () => void }[] = [];
  const write = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      writes.push({ items, end: () => resolve(items.map((item) => `${item}!`)) });
    });
  return { writes, write };
}

function groupOf(write: (items: readonly string[]) => Promise<readonly string[]>, maxGroup = 500) {
  return new GroupCommit<string, string>({ write, maxGroup, isRefusal: (error) => error instanceof Refusal });
}

describe('GroupCommit', () => {
  it('writes what is added in one turn together, in order', async () => {
    const { writes, write } = heldWriter();
    const group = groupOf(write);
    const results = Promise.all(['a', 'b', 'c'].map((item) => group.add(item)));
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    writes[0]!.end();
    expect(await results).toEqual(['a!', 'b!', 'c!']);
  });

  it('writes one group at a time: what comes meanwhile goes into the next', async () => {
    const { writes, write } = heldWriter();
    const group = groupOf(write);
    const first = group.add('a');
    await settle();
    const others = Promise.all([group.add('b'), group.add('c')]);
    await settle();
    expect(writes).toHaveLength(1);
    writes[0]!.end();
    expect(await first).toBe('a!');
    await settle();
    expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    writes[1]!.end();
    expect(await others).toEqual(['b!', 'c!']);
  });

  it('resolves nobody before the write has ended', async () => {
    const { writes, write } = heldWriter();
    let done = false;
    void groupOf(write)
      .add('a')
      .then(() => (done = true));
    await settle();
    expect(done).toBe(false);
    writes[0]!.end();
    await settle();
    expect(done).toBe(true);
  });

  it('writes all that waits at once, and refuses nobody alone, unless told otherwise', async () => {
    const sizes: number[] = [];
    const group = new GroupCommit<number, number>({
      write: async (items) => {
        sizes.push(items.length);
        if (items.includes(0)) throw new Refusal('none is zero');
        return items;
      },
    });
    const many = Array.from({ length: 2_000 }, (_, index) => index + 1);
    expect(await Promise.all(many.map((item) => group.add(item)))).toEqual(many);
    const refused = await Promise.allSettled([group.add(0), group.add(1)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sizes).toEqual([2_000, 2]);
  });

  it('starts again after it was idle', async () => {
    const group = groupOf(async (items) => items);
    expect(await group.add('a')).toBe('a');
    expect(await group.add('b')).toBe('b');
  });

  it('never writes more than the largest group at once', async () => {
    const sizes: number[] = [];
    const group = groupOf(async (items) => {
      sizes.push(items.length);
      return items;
    }, 2);
    const items = ['a', 'b', 'c', 'd', 'e'];
    expect(await Promise.all(items.map((item) => group.add(item)))).toEqual(items);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('tries each by itself where the group was refused, and rejects only the culprit', async () => {
    const writes: (readonly string[])[] = [];
    const group = groupOf(async (items) => {
      writes.push(items);
      if (items.includes('bad')) throw new Refusal('bad is taken');
      return items;
    });
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((item) => group.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: new Refusal('bad is taken') });
    expect(writes).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  it('rejects all of a group that failed for another reason, without trying again', async () => {
    let writes = 0;
    const group = groupOf(async () => {
      writes += 1;
      throw new Error('connection lost');
    });
    const results = await Promise.allSettled([group.add('a'), group.add('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(writes).toBe(1);
  });

  it('goes on after a failure', async () => {
    let writes = 0;
    const group = groupOf(async (items) => {
      writes += 1;
      if (writes === 1) throw new Error('connection lost');
      return items;
    });
    await expect(group.add('a')).rejects.toThrow('connection lost');
    expect(await group.add('b')).toBe('b');
  });

  it('rejects those that a write has no result for', async () => {
    const group = groupOf(async (items) => items.slice(0, 1));
    const results = await Promise.allSettled([group.add('a'), group.add('b')]);
    expect(results[0]).toEqual({ status: 'fulfilled', value: 'a' });
    expect(results[1]).toMatchObject({ status: 'rejected' });
  });
});
