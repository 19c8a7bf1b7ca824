import { HEALTHY } from '../test-support/healthy-evidence.js';
import { itIsBroken, itIsKept, withEffect } from '../test-support/spoilt-evidence.js';
import type { Evidence, WitnessedEffect } from './evidence.js';

/** Evidence with a changed effect of `sale-2`. */
function changed(change: Partial<WitnessedEffect>): Evidence {
  const effects = HEALTHY.effects.map((effect) =>
    effect.executionId === 'sale-2' ? { ...effect, ...change } : effect,
  );
  return { ...HEALTHY, effects };
}

describe('C: one effect for each occurrence', () => {
  itIsBroken('C', [
    [
      'an effect is missing',
      { ...HEALTHY, effects: HEALTHY.effects.filter(({ executionId }) => executionId !== 'sale-2') },
      'execution sale-2 succeeded and has 0 effects',
    ],
    [
      'an effect is there twice',
      withEffect({ executionId: 'sale-2', fence: 2, guard: 'transactional' }),
      'execution sale-2 succeeded and has 2 effects',
    ],
    [
      'the effect is that of an earlier attempt',
      changed({ fence: 1 }),
      'execution sale-2 succeeded under fence 2, but its effect is of fence 1',
    ],
    [
      'a transaction was committed without its execution',
      withEffect({ executionId: 'sale-3', fence: 1, guard: 'transactional' }),
      'execution sale-3 is failed and yet its transaction has left an effect',
    ],
  ]);

  itIsKept([
    [
      'the attempt failed after its effect, which only a fence guards',
      withEffect({ executionId: 'sale-3', fence: 1, guard: 'fenced' }),
    ],
    ['the effect came with the transaction that completed it', changed({ guard: 'transactional' })],
    [
      'the effect belongs to a row that went with its job',
      withEffect({ executionId: 'removed', fence: 1, guard: 'transactional' }),
    ],
  ]);
});
