import { EXECUTION_REPOSITORY, SCHEDULER_STORE } from '@scheduler/inversify';

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
  const port = new Proxy(inner, {
    get: (target, name) => {
      if (name === 'settle') return settle;
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  container.rebindSync(EXECUTION_REPOSITORY).toConstantValue(port);
}

function freezes({ payload, fence }) {
  return fence === 1 && payload?.freezes === true;
}
