import { useState } from 'preact/hooks';
import { post, segment } from '../../api/request.js';
import { may } from '../../api/session.js';
import type { RunState, RunStatus } from '../../api/workflow-types.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { CancelDialog } from './cancel-dialog.jsx';
import { SignalDialog } from './signal-dialog.jsx';

export const isOver = (status: RunStatus): boolean =>
  !['running', 'paused', 'stopping', 'compensating'].includes(status);

interface Props {
  readonly run: RunState;
  readonly reload: () => void;
}

/** What can be done with a run in its state. The server refuses what came too late. */
export function RunActions({ run, reload }: Props) {
  const [dialog, setDialog] = useState<'cancel' | 'signal' | null>(null);
  if (!may('workflows:write')) return null;
  const { status } = run;
  const send = (verb: string, done: string, body?: object) => changeRun({ run, verb, done, reload, body });
  const close = () => {
    setDialog(null);
    reload();
  };
  return (
    <>
      {status === 'running' && <Button onPress={() => send('pause', 'The run is paused.', {})}>Pause</Button>}
      {status === 'paused' && (
        <Button kind="primary" onPress={() => send('resume', 'The run goes on.', {})}>
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
        <Button onPress={() => send('resume-compensation', 'The rollbacks are tried again.')}>
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

interface Change extends Props {
  readonly verb: string;
  readonly done: string;
  readonly body?: object | undefined;
}

export async function changeRun({ run, verb, done, body, reload }: Change): Promise<void> {
  await attempt(() => post(`workflow-runs/${segment(run.id)}/${verb}`, body), done);
  reload();
}

/** Without a step: from all that failed. */
export async function retryFrom(run: RunState, reload: () => void, step?: string): Promise<void> {
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
  await changeRun({ run, verb: 'retry', done: 'The run goes on.', body, reload });
}
