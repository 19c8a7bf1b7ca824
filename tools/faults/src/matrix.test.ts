import { evaluate } from './test-support/programs.js';

const COLUMNS = [
  { name: 'sqlite', title: 'SQLite' },
  { name: 'postgres', title: 'PostgreSQL' },
];
const ROWS = [
  { name: 'kill-storm', promises: 'ABC' },
  { name: 'latency', promises: 'H' },
];
const figures = { executions: 100, starts: 120, kills: 4, refused: 1, lost: 2, refusedEffects: 0 };
const CELLS = [
  { fault: 'kill-storm', store: 'sqlite', state: 'green', runs: [{ figures }, { figures }] },
  {
    fault: 'kill-storm',
    store: 'postgres',
    state: 'red',
    runs: [{ figures: { ...figures, refusedEffects: 3 } }],
  },
  { fault: 'latency', store: 'sqlite', state: 'none', runs: [] },
  { fault: 'latency', store: 'postgres', state: 'not run', runs: [], why: 'there is no server' },
];

const printed = (color: boolean): Promise<string> =>
  evaluate(
    'matrix.mjs',
    `module.printedMatrix(${JSON.stringify({ cells: CELLS, columns: COLUMNS, rows: ROWS, color })})`,
  );

describe('the matrix', () => {
  it('shows the counts of all runs, and what was not run', async () => {
    expect(await printed(false)).toBe(
      [
        'fault       SQLite                 PostgreSQL             check',
        '──────────  ─────────────────────  ─────────────────────  ─────',
        'kill-storm  ✔ 200 executions       ✘ 100 executions       ABC',
        '            8 kills                4 kills',
        '            2 completions refused  1 completions refused',
        '            4 leases lost          2 leases lost',
        '                                   3 effects refused',
        '──────────  ─────────────────────  ─────────────────────  ─────',
        'latency     –                      ? not run:             H',
        '                                   there is no server',
      ].join('\n'),
    );
  });

  it('has colors only if they are wanted', async () => {
    expect(await printed(true)).toContain('\u001b[31m✘ 100 executions');
    expect(await printed(false)).not.toContain('\u001b[');
  });
});
