import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { post, segment } from '../../api/request.js';
import { may } from '../../api/session.js';
import type { Execution } from '../../api/types.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { executionHref } from '../../navigation/address.js';
import { RetryDialog } from './retry-dialog.jsx';

export function ExecutionActions({
  execution,
  reload,
}: {
  readonly execution: Execution;
  readonly reload: () => void;
}) {
  const { status } = execution;
  return (
    <>
      {may('executions:retry') && (status === 'failed' || status === 'timeout') && (
        <RetryButtons execution={execution} />
      )}
      {may('executions:cancel') && (status === 'pending' || status === 'running') && (
        <Button kind="danger" onPress={() => cancel(execution, reload)}>
          Cancel
        </Button>
      )}
    </>
  );
}

function RetryButtons({ execution }: { readonly execution: Execution }) {
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const retry = () =>
    attempt(async () => {
      const created = await post<Execution>(`executions/${segment(execution.id)}/retry`);
      route(executionHref(created.id));
    }, 'It runs again as a new execution.');
  // Who does not see the payload cannot mend it; that of a step comes from its workflow.
  const mayMend = may('payloads:read') && execution.workflow === null;
  return (
    <>
      {mayMend && <Button onPress={() => setOpen(true)}>Mend and retry</Button>}
      <Button kind="primary" onPress={retry}>
        Retry
      </Button>
      {isOpen && <RetryDialog execution={execution} onClose={() => setOpen(false)} />}
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
  const done = isRunning ? 'It was asked to stop.' : 'It is cancelled.';
  await attempt(() => post(`executions/${segment(id)}/cancel`, {}), done);
  reload();
}
