import type { WorkflowState } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import type { Step } from '../../api/shapes.js';
import { StoredJson } from '../../design/cut-json.jsx';
import { Loaded, Page, Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { type Column, Facts, Table } from '../../design/table.jsx';
import { Duration, Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf } from '../../navigation/address.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { RunStatusTag } from '../workflows/run-status.jsx';
import { stopReason } from '../workflows/stop-reason.js';
import { RunActions } from './run-actions.jsx';
import { RunGraph } from './run-graph.jsx';
import { StepPanel } from './step-panel.jsx';
import { shownState, STATUS_LIKE, stateText, waitsForSomebody } from './step-state.js';
import './workflow-run.css';

/** One run: its graph with live states, a step in detail, and what can be done. */
export function WorkflowRunScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const search = useSearch();
  const state = useResource(id, (signal) => api.workflowRuns.get(id, { data: 'short' }, { signal }));
  const { data, reload } = state;
  return (
    <Page
      title={data?.name ?? 'Run'}
      parent={{ href: hrefOf('workflows'), label: 'Workflows' }}
      {...(data === undefined
        ? {}
        : {
            badge: <RunStatusTag status={data.status} />,
            actions: <RunActions run={data} reload={reload} />,
          })}
    >
      <Loaded resource={state} lines={14}>
        {(run) => <Shown run={run} search={search} reload={reload} />}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  readonly run: WorkflowState;
  readonly search: Search;
  readonly reload: () => void;
}

function Shown({ run, search, reload }: ShownProps) {
  const asked = search.values['step'];
  const step = run.steps.find(({ name }) => name === asked) ?? mostInteresting(run.steps);
  const choose = (name: string) => search.change({ step: name }, { replace: true });
  return (
    <>
      {run.stop !== null && (
        <p class={`stopped ${run.status === 'cancelled' ? '' : 'tone-bad'}`} role="note">
          <strong>{run.stop.step === null ? 'Stopped' : `Stopped by ${run.stop.step}`}:</strong>{' '}
          <span class="long">{stopReason(run.stop)}</span>
        </p>
      )}
      <div class="run-columns">
        <Section title="Steps" note={`${run.progress.ended} of ${run.progress.total} ended`}>
          <RunGraph steps={run.steps} chosen={step?.name} onChoose={choose} />
        </Section>
        <div>
          {step !== undefined && <StepPanel run={run} step={step} reload={reload} />}
          <Section title="Run">
            <RunFacts run={run} />
          </Section>
          {(run.input !== null || run.cut !== undefined) && may('payloads:read') && (
            <Section title="Input">
              <StoredJson
                key={run.id}
                label="Input"
                value={run.input}
                cut={run.cut?.['input']}
                load={async () => (await api.workflowRuns.get(run.id)).input}
              />
            </Section>
          )}
        </div>
      </div>
      <Section title="All steps">
        <Table label="All steps" rows={run.steps} columns={columnsOf(search)} keyOf={({ name }) => name} />
      </Section>
    </>
  );
}

/** What one probably came for: what waits for somebody, what failed, what runs. */
function mostInteresting(steps: readonly Step[]): Step | undefined {
  const failed = (step: Step) => step.status === 'failed' || step.undo?.status === 'failed';
  return (
    steps.find(waitsForSomebody) ??
    steps.find(failed) ??
    steps.find(({ status }) => status === 'active') ??
    steps[0]
  );
}

function RunFacts({ run }: { readonly run: WorkflowState }) {
  const { parent, ended_at: end } = run;
  return (
    <Facts
      facts={[
        { name: 'Id', value: <code class="long">{run.id}</code> },
        { name: 'Tenant', value: run.platform_id },
        ...Object.entries(run.attributes).map(([name, value]) => ({
          name,
          value: <span class="long">{value}</span>,
        })),
        { name: 'Started', value: <Time at={run.created_at} /> },
        { name: 'Ended', value: end === null ? null : <Time at={end} /> },
        {
          name: 'Took',
          value: end === null ? null : <Duration ms={Date.parse(end) - Date.parse(run.created_at)} />,
        },
        { name: 'Deadline', value: run.deadline_at === null ? null : <Time at={run.deadline_at} /> },
        {
          name: 'Started by',
          value:
            parent === null ? null : (
              <a class="long" href={hrefOf(`workflows/${encodeURIComponent(parent.run_id)}`)}>
                {parent.step} of {parent.run_id}
              </a>
            ),
        },
      ]}
    />
  );
}

function columnsOf(search: Search): readonly Column<Step>[] {
  return [
    {
      title: 'Step',
      kind: 'main',
      cell: ({ name, kind }) => (
        <div>
          <a class="long" href={search.with({ step: name })}>
            {name}
          </a>
          {kind !== 'function' && <span class="sub muted">{kind}</span>}
        </div>
      ),
    },
    {
      title: 'State',
      kind: 'tight',
      cell: (step) => <Status value={STATUS_LIKE[shownState(step)]} label={stateText(step)} />,
    },
    { title: 'Started', kind: 'tight', cell: ({ active_since: at }) => <Time at={at} /> },
    {
      title: 'Took',
      kind: 'figure',
      cell: ({ active_since: from, ended_at: to }) => (
        <Duration ms={from === null || to === null ? null : Date.parse(to) - Date.parse(from)} />
      ),
    },
    {
      title: 'Why',
      kind: 'wide',
      cell: ({ error }) =>
        error === null ? null : (
          <span class="one-line" title={error}>
            {error}
          </span>
        ),
    },
  ];
}
