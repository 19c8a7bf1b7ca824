import type { Execution } from '@scheduler/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt, notify } from '../../design/notices.jsx';
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
  const [mended, setMended] = useState<Execution | null>(null);
  const retry = () =>
    attempt(async () => {
      const created = await api.executions.retry(execution.id);
      route(executionHref(created.id));
    }, 'It runs again as a new execution.');
  // A payload that is long was not sent whole.
  const mend = async () => {
    try {
      setMended(execution.cut === undefined ? execution : await api.executions.get(execution.id));
    } catch (error) {
      notify(asApiError(error).message, 'bad');
    }
  };
  // Who does not see the payload cannot mend it; that of a step comes from its workflow.
  const mayMend = may('payloads:read') && execution.workflow === null;
  return (
    <>
      {mayMend && <Button onPress={mend}>Mend and retry</Button>}
      <Button kind="primary" onPress={retry}>
        Retry
      </Button>
      {mended !== null && <RetryDialog execution={mended} onClose={() => setMended(null)} />}
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
  await attempt(() => api.executions.cancel(id), done);
  reload();
}
