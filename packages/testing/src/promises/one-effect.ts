import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

/** C: a successful execution has one effect, and it is that of the successful attempt. */
export function* oneEffect({ executions, effects }: Evidence): Iterable<string> {
  const made = byKey(effects, ({ executionId }) => executionId);
  for (const { id, status, fence } of executions) {
    const own = made.get(id) ?? [];
    if (status === 'success') {
      if (own.length !== 1) yield `execution ${id} succeeded and has ${own.length} effects`;
      for (const effect of own)
        if (effect.fence !== fence)
          yield `execution ${id} succeeded under fence ${fence}, but its effect is of fence ${effect.fence}`;
    } else if (own.some(({ guard }) => guard === 'transactional')) {
      yield `execution ${id} is ${status} and yet its transaction has left an effect`;
    }
  }
}
