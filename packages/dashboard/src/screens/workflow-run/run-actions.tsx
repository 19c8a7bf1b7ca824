import type { WorkflowState } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { CancelDialog } from './cancel-dialog.jsx';
import { SignalDialog } from './signal-dialog.jsx';

export const isOver = (status: WorkflowState['status']): boolean =>
  !['running', 'paused', 'stopping', 'compensating'].includes(status);

interface Props {
  readonly run: WorkflowState;
  readonly reload: () => void;
}

/** What can be done with a run in its state. The server refuses what came too late. */
export function RunActions({ run, reload }: Props) {
  const [dialog, setDialog] = useState<'cancel' | 'signal' | null>(null);
  if (!may('workflows:write')) return null;
  const { id, status } = run;
  const runs = api.workflowRuns;
  const close = () => {
    setDialog(null);
    reload();
  };
  return (
    <>
      {status === 'running' && (
        <Button onPress={() => changeRun(() => runs.pause(id), { done: 'The run is paused.', reload })}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button
          kind="primary"
          onPress={() => changeRun(() => runs.resume(id), { done: 'The run goes on.', reload })}
        >
          Resume
        </Button>
      )}
      {!isOver(status) && <Button onPress={() => setDialog('signal')}>Send a signal…</Button>}
      {(status === 'running' || status === 'paused') && (
        <Button kind="danger" onPress={() => setDialog('cancel')}>
          Cancel…
        </Button>
      )}
      {status === 'compensation_failed' && (
        <Button
          onPress={() =>
            changeRun(() => runs.resumeCompensation(id), { done: 'The rollbacks are tried again.', reload })
          }
        >
          Try the rollbacks again
        </Button>
      )}
      {isOver(status) && status !== 'completed' && (
        <Button kind="primary" onPress={() => retryFrom(run, reload)}>
          Retry failed steps
        </Button>
      )}
      {dialog === 'cancel' && <CancelDialog run={run} onClose={close} />}
      {dialog === 'signal' && <SignalDialog run={run} onClose={close} />}
    </>
  );
}

interface Afterwards {
  readonly done: string;
  readonly reload: () => void;
}

export async function changeRun(change: () => Promise<unknown>, { done, reload }: Afterwards): Promise<void> {
  await attempt(change, done);
  reload();
}

/** Without a step: from all that failed. */
export async function retryFrom(run: WorkflowState, reload: () => void, step?: string): Promise<void> {
  const yes = await confirm({
    title: step === undefined ? 'Run the failed steps again?' : `Run again from ${step}?`,
    text:
      step === undefined
        ? 'The run goes on from them. Steps that succeeded are not repeated.'
        : 'This step and everything that comes after it run again, also what has succeeded before.',
    action: 'Run again',
  });
  if (!yes) return;
  const body = step === undefined ? {} : { steps: [step] };
  await changeRun(() => api.workflowRuns.retry(run.id, body), { done: 'The run goes on.', reload });
}
