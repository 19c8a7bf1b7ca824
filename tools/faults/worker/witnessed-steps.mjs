import { WORKFLOW_ENGINE } from '@scheduler/inversify';
import { withMethods } from './with-methods.mjs';

/** Reports every call of a step to the witness before it is carried out, also those that call no function, such as the one that adds the items of a map. */
export function witnessSteps(container, witness) {
  const engine = container.get(WORKFLOW_ENGINE);
  const handlers = [...engine.handlers].map((handler) => witnessed(handler, witness));
  container.rebindSync(WORKFLOW_ENGINE).toConstantValue(withMethods(engine, { handlers }));
}

function witnessed(handler, witness) {
  const handle = async (job, context) => {
    const { executionId, fence, node } = context;
    await witness.start({ executionId, jobId: job.id, fence, node });
    return handler.handle(job, context);
  };
  return withMethods(handler, { handle });
}
