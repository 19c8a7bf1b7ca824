import { readArguments, Refusal } from './arguments.js';
import { describeBroken, describeTotals, totalsOf } from './report.js';
import { simulationOf } from './simulation-of.js';

describe('the command line', () => {
  it.each([
    [[], { kind: 'seeds', first: 1, count: 500 }],
    [['--seeds', '20', '--first=7'], { kind: 'seeds', first: 7, count: 20 }],
    [['--mutants'], { kind: 'mutants', count: 300 }],
    [['--exhaustive', '--json'], { kind: 'exhaustive' }],
    [['--help'], { kind: 'help' }],
    [
      ['--seed', '9', '--faults', 'n1.1:2 crash_after 0', '--mutant', 'x'],
      { kind: 'replay', seed: 9, faults: 'n1.1:2 crash_after 0', mutant: 'x', workload: null },
    ],
  ])('%j', (argv, task) => {
    expect(readArguments(argv).task).toEqual(task);
    expect(readArguments(argv).json).toBe(argv.includes('--json'));
  });

  it.each([
    [['--sedes', '5'], /There is no option '--sedes'. Did you mean --seeds\?/],
    [['--seeds', 'many'], /--seeds is 'many': it must be a whole number, at least 1/],
    [['--seed'], /--seed needs a value/],
  ])('refuses %j', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(Refusal);
    expect(() => readArguments(argv)).toThrow(message);
  });

  it('refuses an unknown mutant or workload, and names the known ones', () => {
    expect(() => simulationOf({ mutant: 'nobody', workload: null })).toThrow(/advance-then-insert/);
    expect(() => simulationOf({ mutant: null, workload: 'nothing' })).toThrow(/recurring/);
  });
});

describe('the report', () => {
  const figures = {
    nodes: 2,
    calls: 10,
    events: 30,
    deaths: 1,
    executions: 4,
    attempts: 5,
    refusedEffects: 0,
  };
  const broken = {
    seed: 7,
    figures,
    faults: [{ call: 'n1.1:57', kind: 'pause_after', ms: 4_500 }] as const,
    violations: [{ promise: 'A', message: 'no row' }] as const,
  };

  it('shows the broken promise and the command that repeats it', () => {
    expect(describeBroken(broken, { mutant: 'm', workload: 'one at a time' })).toBe(
      [
        '✘ seed 7 breaks a promise with 1 fault',
        '  A  no row',
        '     n1.1:57 pause_after 4500',
        '  repeat it: npm run sim -- --seed 7 --faults "n1.1:57 pause_after 4500" --mutant m --workload "one at a time"',
      ].join('\n'),
    );
  });

  it('shows the totals', () => {
    const totals = totalsOf([broken, { ...broken, violations: [] }]);
    expect(describeTotals(totals, 1.25)).toContain('✘ 2 seeds, 1 violations, 1.3 s');
    expect(totals).toMatchObject({ executions: 8, deaths: 2, faults: 2 });
  });
});
