import type { WorkflowState } from '@scheduler/client';
import type { JsonValue } from '@scheduler/contracts';
import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import type { Step } from '../../api/shapes.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { words } from '../../design/format.js';
import { StoredJson } from '../../design/cut-json.jsx';
import { Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { Facts } from '../../design/table.jsx';
import { Duration, Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { executionHref, hrefOf } from '../../navigation/address.js';
import { changeRun, isOver, retryFrom } from './run-actions.jsx';
import { SignalDialog } from './signal-dialog.jsx';
import { shownState, STATUS_LIKE, stateText, waitsForSomebody } from './step-state.js';

interface Props {
  readonly run: WorkflowState;
  readonly step: Step;
  readonly reload: () => void;
}

/** One step: what it is, why it is as it is, and what can be done. */
export function StepPanel({ run, step, reload }: Props) {
  const why = useResource(`${run.id} ${step.name}`, (signal) =>
    api.workflowRuns.why(run.id, step.name, { signal }),
  );
  const reason = why.data?.reason;
  return (
    <Section title={step.name} note={step.kind === 'function' ? 'step' : step.kind}>
      <div>
        <div class="pad step-head">
          <Status value={STATUS_LIKE[shownState(step)]} label={stateText(step)} />
          {reason !== undefined && <p class="long">{sentence(reason)}</p>}
          <StepActions run={run} step={step} reload={reload} />
        </div>
        <StepFacts step={step} />
        {(step.output !== null || step.cut !== undefined) && may('payloads:read') && (
          <StoredJson
            key={`${run.id} ${step.name}`}
            label={`Output of ${step.name}`}
            value={step.output}
            cut={step.cut?.['output']}
            load={() => outputOf(run.id, step.name)}
          />
        )}
      </div>
    </Section>
  );
}

async function outputOf(run: string, step: string): Promise<JsonValue> {
  const { steps } = await api.workflowRuns.get(run);
  return steps.find(({ name }) => name === step)?.output ?? null;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function StepActions({ run, step, reload }: Props) {
  const [isSignalling, setSignalling] = useState(false);
  if (!may('workflows:write')) return null;
  const decide = async (verb: 'approve' | 'reject') => {
    if (verb === 'reject') {
      const yes = await confirm({
        title: `Reject ${step.name}?`,
        text: 'The step fails, and the run with it unless it says otherwise.',
        action: 'Reject',
        destroys: true,
      });
      if (!yes) return;
    }
    const done = verb === 'approve' ? `${step.name} is approved.` : `${step.name} is rejected.`;
    await changeRun(() => api.workflowRuns[verb](run.id, step.name), { done, reload });
  };
  const waits = waitsForSomebody(step);
  return (
    <div class="actions">
      {waits && step.kind === 'approval' && (
        <>
          <Button kind="primary" onPress={() => decide('approve')}>
            Approve
          </Button>
          <Button kind="danger" onPress={() => decide('reject')}>
            Reject
          </Button>
        </>
      )}
      {waits && step.kind === 'signal' && (
        <Button onPress={() => setSignalling(true)}>Send the signal…</Button>
      )}
      {isOver(run.status) && step.status !== 'waiting' && (
        <Button onPress={() => retryFrom(run, reload, step.name)}>Retry from here</Button>
      )}
      {isSignalling && (
        <SignalDialog
          run={run}
          name={step.name}
          onClose={() => {
            setSignalling(false);
            reload();
          }}
        />
      )}
    </div>
  );
}

function StepFacts({ step }: { readonly step: Step }) {
  const { children, decision, undo } = step;
  const before = [...step.after, ...step.after_any.map((name) => `any of ${name}`)];
  return (
    <Facts
      facts={[
        { name: 'After', value: before.length === 0 ? null : before.join(', ') },
        { name: 'Error', value: step.error === null ? null : <span class="long">{step.error}</span> },
        { name: 'Verdict', value: step.verdict === null ? null : words(step.verdict) },
        { name: 'Started', value: step.active_since === null ? null : <Time at={step.active_since} /> },
        { name: 'Took', value: tookMs(step) === null ? null : <Duration ms={tookMs(step)} /> },
        { name: 'Decision', value: decision === null ? null : <Decision decision={decision} /> },
        {
          name: 'Items',
          value:
            children === null
              ? null
              : `${children.ended} of ${children.total ?? '?'} ended, ${children.failed} failed`,
        },
        { name: 'Rollback', value: undo === null ? null : <Rollback undo={undo} /> },
        { name: 'Tried again', value: step.rounds === 0 ? null : `${step.rounds} times by hand` },
        {
          name: 'Execution',
          value:
            step.execution_id === null ? null : (
              <a class="long" href={executionHref(step.execution_id)}>
                {step.execution_id}
              </a>
            ),
        },
        {
          name: 'Run',
          value:
            step.child_run_id === null ? null : (
              <a class="long" href={hrefOf(`workflows/${encodeURIComponent(step.child_run_id)}`)}>
                {step.child_run_id}
              </a>
            ),
        },
      ]}
    />
  );
}

function Decision({ decision: { approved, by, at } }: { readonly decision: NonNullable<Step['decision']> }) {
  return (
    <>
      {approved ? 'approved' : 'rejected'}
      {by !== null && ` by ${by}`} <Time at={at} />
    </>
  );
}

const ROLLBACKS = { active: 'runs', done: 'done', failed: 'failed' } as const;

function Rollback({
  undo: { status, error, execution_id: execution },
}: {
  readonly undo: NonNullable<Step['undo']>;
}) {
  return (
    <>
      {ROLLBACKS[status]}
      {error !== null && <span class="long">: {error}</span>}
      {execution !== null && (
        <>
          {' '}
          <a href={executionHref(execution)}>its execution</a>
        </>
      )}
    </>
  );
}

function tookMs({ active_since: from, ended_at: to }: Step): number | null {
  return from === null || to === null ? null : Date.parse(to) - Date.parse(from);
}
