import { useLocation } from 'preact-iso';
import { post, segment } from '../../api/request.js';
import { may } from '../../api/session.js';
import type { Execution } from '../../api/types.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { executionHref } from '../../navigation/address.js';

export function ExecutionActions({
  execution,
  reload,
}: {
  readonly execution: Execution;
  readonly reload: () => void;
}) {
  const { route } = useLocation();
  const { id, status } = execution;
  const retry = () =>
    attempt(async () => {
      const created = await post<Execution>(`executions/${segment(id)}/retry`);
      route(executionHref(created.id));
    }, 'It runs again as a new execution.');
  return (
    <>
      {may('executions:retry') && (status === 'failed' || status === 'timeout') && (
        <Button kind="primary" onPress={retry}>
          Retry
        </Button>
      )}
      {may('executions:cancel') && (status === 'pending' || status === 'running') && (
        <Button kind="danger" onPress={() => cancel(execution, reload)}>
          Cancel
        </Button>
      )}
    </>
  );
}

async function cancel({ id, status }: Execution, reload: () => void): Promise<void> {
  const isRunning = status === 'running';
  const yes = await confirm({
    title: isRunning ? 'Cancel this running execution?' : 'Cancel this execution?',
    text: isRunning
      ? 'Its handler is asked to stop. What it has done already stays done.'
      : 'It will not run.',
    action: 'Cancel the execution',
    destroys: true,
  });
  if (!yes) return;
  await attempt(
    () => post(`executions/${segment(id)}/cancel`, {}),
    isRunning ? 'It was asked to stop.' : 'It is cancelled.',
  );
  reload();
}
