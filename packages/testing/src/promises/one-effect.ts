import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

/** C: a successful execution has one effect, and it is that of the successful attempt. Of steps of workflows only some have effects: see W. */
export function* oneEffect({ executions, effects }: Evidence): Iterable<string> {
  const effectsByExecution = byKey(effects, ({ executionId }) => executionId);
  for (const { id, status, fence, workflow } of executions) {
    if (workflow !== null) continue;
    const ownEffects = effectsByExecution.get(id) ?? [];
    if (status === 'success') {
      if (ownEffects.length !== 1) yield `execution ${id} succeeded and has ${ownEffects.length} effects`;
      for (const effect of ownEffects)
        if (effect.fence !== fence)
          yield `execution ${id} succeeded under fence ${fence}, but its effect is of fence ${effect.fence}`;
    } else if (ownEffects.some(({ guard }) => guard === 'transactional')) {
      yield `execution ${id} is ${status} and yet its transaction has left an effect`;
    }
  }
}
