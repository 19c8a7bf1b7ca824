import { WORKFLOW_REPOSITORY } from '@scheduler/inversify';
import { withMethods } from './with-methods.mjs';

/**
 * Holds the execution of a map after each slice of its items is stored. After the last of them only the completion is missing, which seals the list. The
 * harness lets it go on, or kills the process in between. Meanwhile its lease is extended, and other executions of the node go on.
 *
 * @param hold called with `{ run, executionId, added }`; resolves when the execution may go on
 */
export function holdMaps(container, hold) {
  const workflows = container.get(WORKFLOW_REPOSITORY);
  const addChildren = async (request) => {
    const isHeld = await workflows.addChildren(request);
    const { execution, from, payloads } = request;
    const added = from + payloads.length;
    if (isHeld) await hold({ run: execution.workflow.run, executionId: execution.id, added });
    return isHeld;
  };
  container.rebindSync(WORKFLOW_REPOSITORY).toConstantValue(withMethods(workflows, { addChildren }));
}
