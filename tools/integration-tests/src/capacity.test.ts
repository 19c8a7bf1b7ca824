import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { workspace } from './test-support/examples.js';

interface End {
  readonly limit: string;
  readonly needed: number;
  readonly isReached: boolean;
  readonly wayOut: string | null;
}

interface Answer {
  readonly needs: Readonly<Record<string, number>>;
  readonly ends: readonly End[];
}

function run(...words: string[]) {
  const program = join(workspace, 'tools/capacity/run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function capacity(jobsPerSecond: number, nodes: number, historyDays: number, ...more: string[]) {
  const load = [
    '--jobs-per-second',
    `${jobsPerSecond}`,
    '--nodes',
    `${nodes}`,
    '--history-days',
    `${historyDays}`,
  ];
  const { status, stdout } = run(...load, '--json', ...more);
  return { status, ...(JSON.parse(stdout) as Answer) };
}

const reached = ({ ends }: Answer) => ends.filter(({ isReached }) => isReached).map(({ limit }) => limit);

describe('npm run capacity', () => {
  it('says what a million executions a day need, as docs/sizing.md counts it', () => {
    const { status, needs, ends } = capacity(1_000_000 / 86_400, 3, 7);
    expect(status).toBe(0);
    expect(ends.every(({ wayOut }) => wayOut === null)).toBe(true);
    expect(needs['rows']).toBeCloseTo(7_000_000);
    expect(needs['gigabytes']).toBeGreaterThan(3.5);
    expect(needs['gigabytes']).toBeLessThan(10);
    expect(needs['walGigabytesPerDay']).toBeCloseTo(2.4);
    expect(needs['connections']).toBe(39);
  });

  it('says where one database ends, and the way out', () => {
    const answer = capacity(20_000, 40, 30);
    expect(answer.status).toBe(1);
    expect(reached(answer)).toEqual(['rows', 'connections']);
    expect(answer.ends.find(({ limit }) => limit === 'rows')?.wayOut).toMatch(
      /^keep at most 6 hours of history/,
    );
    expect(answer.ends.find(({ limit }) => limit === 'connections')?.wayOut).toMatch(
      /^put PgBouncer before it/,
    );
    expect(reached(capacity(20_000, 40, 0.25, '--pool-size', '5'))).toEqual([]);
    expect(reached(capacity(1_000_000, 1, 0.001, '--singly'))).toEqual(
      ['cores', 'walMegabytesPerSecond', 'prunedPerSecond', 'rows'].filter((limit) => limit !== 'rows'),
    );
  });

  it('grows with the load, and with nothing else', () => {
    const [one, two] = [capacity(100, 2, 1), capacity(200, 2, 1)];
    for (const name of ['cores', 'walMegabytesPerSecond', 'rows', 'gigabytes', 'nodeCores'])
      expect(two.needs[name]).toBeCloseTo(2 * (one.needs[name] ?? 0));
    expect(two.needs['connections']).toBe(one.needs['connections']);
    expect(capacity(100, 2, 1, '--singly').needs['cores']).toBeGreaterThan(one.needs['cores'] ?? 0);
    expect(capacity(100, 2, 1, '--payload-bytes', '5000').needs['gigabytes']).toBeGreaterThan(
      5 * (one.needs['gigabytes'] ?? 0),
    );
  });

  it('is readable, and refuses what is no load', () => {
    const text = run('--jobs-per-second', '10', '--nodes', '2', '--history-days', '7').stdout;
    expect(text).toMatch(/✔ connections +26 +5 % of 500/);
    const { status, stderr } = run('--jobs-per-second', 'many', '--nodes', '2', '--history-days', '7');
    expect(status).toBe(2);
    expect(stderr).toContain('--jobs-per-second: "many" is not accepted');
  });
});
