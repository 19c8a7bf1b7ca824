import { evaluate } from './test-support/programs.js';

interface Options {
  readonly stores: readonly string[];
  readonly queues: readonly string[];
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly sizes: { readonly runs: number; readonly items: number };
  readonly seeds: readonly number[];
  readonly parallel: number;
  readonly refusal?: string;
}

const KNOWN = `{
  stores: ['sqlite', 'postgres'],
  queues: ['store', 'bullmq'],
  faults: ['kill-storm', 'zombie', 'flushall'],
  needsRedis: (fault) => fault === 'flushall',
  didYouMean: (word, names) => names.find((name) => name.startsWith(word.slice(0, 4))) ?? null,
}`;

/** Reads all command lines in one program, since starting one takes a moment. */
function read(lines: readonly string[]): Promise<readonly Options[]> {
  return evaluate(
    'arguments.mjs',
    `${JSON.stringify(lines)}.map((line) => {
      try {
        return module.readArguments(line.split(' ').filter(Boolean), ${KNOWN});
      } catch (error) {
        if (error instanceof module.Refusal) return { refusal: error.message };
        throw error;
      }
    })`,
  );
}

describe('the arguments', () => {
  it('name one run, several, or all', async () => {
    const [one, several, all, given] = await read([
      '--store postgres --fault kill-storm --seconds 60 --seed 7',
      '--fault=zombie,kill-storm --seeds 2',
      '--all',
      '--all --seeds 1 --seconds 5 --store sqlite --side-by-side 1 --json',
    ]);
    expect(one).toMatchObject({ stores: ['postgres'], faults: ['kill-storm'], seconds: 60, seeds: [7] });
    expect(several).toMatchObject({
      stores: ['sqlite', 'postgres'],
      faults: ['zombie', 'kill-storm'],
      seeds: [1, 2],
    });
    expect(all).toMatchObject({ faults: ['kill-storm', 'zombie'], seconds: 10, seeds: [1, 2, 3] });
    expect(given).toMatchObject({ stores: ['sqlite'], seconds: 5, seeds: [1], parallel: 1, json: true });
  });

  it('name the queue, which decides which faults are possible', async () => {
    const [usual, both, flushed] = await read([
      '--all',
      '--all --queue store,bullmq --store postgres',
      '--fault flushall --queue bullmq',
    ]);
    expect(usual).toMatchObject({ queues: ['store'], faults: ['kill-storm', 'zombie'] });
    expect(both).toMatchObject({
      queues: ['store', 'bullmq'],
      faults: ['kill-storm', 'zombie', 'flushall'],
    });
    expect(flushed).toMatchObject({ queues: ['bullmq'], faults: ['flushall'] });
  });

  it('say how large workflows are', async () => {
    const [usual, small] = await read(['--all', '--all --runs 16 --items=40']);
    expect(usual?.sizes).toEqual({ runs: 1_000, items: 10_000 });
    expect(small?.sizes).toEqual({ runs: 16, items: 40 });
  });

  it('are refused with a suggestion', async () => {
    const refused = await read([
      '',
      '--fault kill-strom',
      '--store mongodb',
      '--secnds 5',
      '--seconds soon',
      '--fault',
      '--queue rabbit --all',
      '--all --items none',
      '--fault zombie,flushall',
    ]);
    expect(refused.map(({ refusal }) => refusal)).toEqual([
      'Name a --fault and a --store, or use --all.',
      "There is no fault 'kill-strom'. Did you mean 'kill-storm'? There are: kill-storm, zombie, flushall.",
      "There is no store 'mongodb'. There are: sqlite, postgres.",
      expect.stringMatching(/^There is no option '--secnds'\. Did you mean '--sec/),
      "--seconds is 'soon': it must be a whole number, at least 1.",
      '--fault needs a value.',
      "There is no queue 'rabbit'. There are: store, bullmq.",
      "--items is 'none': it must be a whole number, at least 1.",
      'flushall is a fault of Redis: it needs --queue bullmq.',
    ]);
  });
});
