import { evaluate } from './test-support/programs.js';

describe('the ledger of the witness', () => {
  it('keeps one effect for each execution, of the highest fence', async () => {
    const effects = [
      ['a', 1],
      ['a', 3],
      ['a', 2],
      ['b', 1],
    ];
    const [taken, report] = await evaluate<[boolean[], { effects: unknown; refusedEffects: number }]>(
      'witness/ledger.mjs',
      `(() => {
        const ledger = new module.Ledger();
        const taken = ${JSON.stringify(effects)}.map(([executionId, fence]) => ledger.effect({ executionId, fence }));
        return [taken, ledger.report()];
      })()`,
    );
    expect(taken).toEqual([true, true, false, true]);
    expect(report).toMatchObject({
      refusedEffects: 1,
      effects: [
        { executionId: 'a', fence: 3, guard: 'fenced' },
        { executionId: 'b', fence: 1, guard: 'fenced' },
      ],
    });
  });

  it('remembers which executions did and undid a step, and refuses a step that was undone', async () => {
    const place = JSON.stringify(['run', 'pack', null]);
    const effects = [
      { executionId: 'do', fence: 1, place, phase: 'run' },
      { executionId: 'do', fence: 2, place, phase: 'run' },
      { executionId: 'undo', fence: 1, place, phase: 'undo' },
      { executionId: 'do', fence: 3, place, phase: 'run' },
    ];
    const [taken, report] = await evaluate<[boolean[], { places: unknown; refusedEffects: number }]>(
      'witness/ledger.mjs',
      `(() => {
        const ledger = new module.Ledger();
        const taken = ${JSON.stringify(effects)}.map((effect) => ledger.effect(effect));
        return [taken, ledger.report()];
      })()`,
    );
    expect(taken).toEqual([true, true, true, false]);
    expect(report).toMatchObject({
      refusedEffects: 1,
      places: [{ run: 'run', step: 'pack', index: null, done: ['do'], undone: ['undo'] }],
    });
  });
});
