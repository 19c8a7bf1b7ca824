import { EXECUTION_REPOSITORY, SCHEDULER_STORE } from '@scheduler/inversify';

/**
 * The moment at which a zombie is most dangerous: its handler has succeeded and its completion is about to be sent. Executions
 * whose payload says `freezes` stop their process there, in their first attempt; the harness lets it go on when the lease is another's.
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
