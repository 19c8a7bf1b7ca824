import type { AuditRecord } from '@scheduler/client';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { LinkButton } from '../../design/button.jsx';
import { counted, words } from '../../design/format.js';
import { SearchField, SelectField } from '../../design/fields.jsx';
import { Empty, Loaded, Page } from '../../design/page.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { executionHref, hrefOf, jobHref } from '../../navigation/address.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { Change } from './change.jsx';
import './audit.css';

const PAGE = 50;
const FILTERS = ['principal', 'action', 'object_kind', 'object_id', 'period'] as const;
const HOUR_MS = 3_600_000;
const PERIODS = [
  { value: '', label: 'any' },
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];
const KINDS = [
  '',
  'job',
  'execution',
  'queue',
  'circuit',
  'rate_limit',
  'workflow_run',
  'alert_rule',
  'alert_silence',
  'event_handler',
  'event',
  'key',
];

/** Who changed what and why. */
export function AuditScreen() {
  const search = useSearch();
  const { period, ...values } = search.values;
  const page = useResource(JSON.stringify(search.values), (signal) =>
    api.audit.list(
      askedFor({
        ...Object.fromEntries(
          FILTERS.filter((name) => name !== 'period').map((name) => [name, values[name]]),
        ),
        cursor: values['cursor'],
        since: sinceOf(period),
        limit: PAGE,
      }),
      { signal },
    ),
  );
  return (
    <Page title="Audit" lead="Who changed what and why, the latest first.">
      <Filters search={search} />
      <Loaded resource={page} lines={12}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <Nothing search={search} />
          ) : (
            <>
              <Table label="Audit records" rows={items} columns={COLUMNS} keyOf={({ id }) => id} />
              <nav class="pages" aria-label="Pages">
                <span class="muted">{counted(items.length, 'record')} on this page</span>
                {values['cursor'] !== undefined && (
                  <LinkButton href={search.with({ cursor: undefined })}>Latest</LinkButton>
                )}
                {next !== null && <LinkButton href={search.with({ cursor: next })}>Older</LinkButton>}
              </nav>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** To the minute, so that the same page is the same request. */
function sinceOf(period: string | undefined): string | undefined {
  const hours = Number(period ?? '');
  if (!(hours > 0)) return undefined;
  const at = Date.now() - hours * HOUR_MS;
  return new Date(at - (at % 60_000)).toISOString();
}

function Filters({ search }: { readonly search: Search }) {
  const value = (name: string) => search.values[name] ?? '';
  const set = (name: string) => (text: string) => search.change({ [name]: text, cursor: undefined });
  return (
    <div class="filters">
      <div class="filter-fields">
        <SearchField label="Who" value={value('principal')} onSearch={set('principal')} placeholder="id" />
        <SearchField
          label="Permission"
          value={value('action')}
          onSearch={set('action')}
          placeholder="jobs:write"
        />
        <SelectField
          label="Kind of object"
          value={value('object_kind')}
          onChange={set('object_kind')}
          options={KINDS.map((kind) => ({ value: kind, label: kind === '' ? 'any' : words(kind) }))}
        />
        <SearchField label="Object" value={value('object_id')} onSearch={set('object_id')} placeholder="id" />
        <SelectField label="Time" value={value('period')} onChange={set('period')} options={PERIODS} />
        {FILTERS.some((name) => value(name) !== '') && (
          <a
            class="button quiet clear"
            href={search.with(Object.fromEntries([...FILTERS, 'cursor'].map((name) => [name, undefined])))}
          >
            Clear filters
          </a>
        )}
      </div>
    </div>
  );
}

function Nothing({ search }: { readonly search: Search }) {
  const isFiltered = FILTERS.some((name) => (search.values[name] ?? '') !== '');
  if (isFiltered)
    return <Empty title="No record matches these filters.">Choose a longer time or clear them.</Empty>;
  return (
    <Empty title="Nobody has changed anything yet.">
      Every write through the API and this dashboard is written down here, with who did it and why.
    </Empty>
  );
}

const COLUMNS: readonly Column<AuditRecord>[] = [
  { title: 'When', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Who',
    kind: 'tight',
    cell: ({ principal: { id, kind }, platform_id: tenant }) => (
      <div>
        <span class="who-did long">{id}</span>
        <span class="sub muted">
          {words(kind)}
          {tenant !== null && ` · ${tenant}`}
        </span>
      </div>
    ),
  },
  {
    title: 'What',
    kind: 'main',
    cell: ({ operation, object }) => (
      <div>
        <strong>{operationText(operation)}</strong>
        {object !== null && (
          <span class="sub">
            <ObjectLink kind={object.kind} id={object.id} />
          </span>
        )}
      </div>
    ),
  },
  {
    title: 'Change',
    kind: 'wide',
    cell: ({ before, after, reason }) => (
      <div>
        {reason !== null && <p class="reason">“{reason}”</p>}
        <Change before={before} after={after} />
      </div>
    ),
  },
];

/** `workflowRuns.resumeCompensation` → `workflow runs: resume compensation` */
function operationText(operation: string): string {
  const [object = '', verb = ''] = operation
    .split('.')
    .map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return verb === '' ? object : `${object}: ${verb}`;
}

function ObjectLink({ kind, id }: { readonly kind: string; readonly id: string }) {
  const href = HREFS[kind]?.(id);
  const text = `${words(kind)} ${id}`;
  return href === undefined ? (
    <span class="long muted">{text}</span>
  ) : (
    <a class="long" href={href}>
      {text}
    </a>
  );
}

const HREFS: Readonly<Record<string, (id: string) => string>> = {
  job: jobHref,
  execution: executionHref,
  workflow_run: (id) => hrefOf(`workflows/${encodeURIComponent(id)}`),
  queue: () => hrefOf('queues'),
  circuit: () => hrefOf('limits'),
  rate_limit: () => hrefOf('limits'),
  alert_rule: () => hrefOf('alerts'),
  alert_silence: () => hrefOf('alerts'),
};
