import { EXECUTION_REPOSITORY, SCHEDULER_STORE } from '@scheduler/inversify';
import { withMethods } from './with-methods.mjs';

/**
 * Stops the process at the moment at which a zombie is most dangerous: its handler has succeeded and its completion is about to be sent.
 * It affects the first attempt of executions with `freezes` in their payload; the harness resumes the process when another node has the lease.
 */
export function freezeBeforeSettling(container, freeze) {
  const inner = container.get(SCHEDULER_STORE).executions;
  const settle = async (request) => {
    const frozen = request.settlements.find(({ execution }) => freezes(execution));
    if (frozen !== undefined) await freeze(frozen.execution.id);
    return inner.settle(request);
  };
  container.rebindSync(EXECUTION_REPOSITORY).toConstantValue(withMethods(inner, { settle }));
}

function freezes({ payload, fence }) {
  return fence === 1 && payload?.freezes === true;
}
