import type { ArgumentsOf } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { JOB_STATUSES } from '../../api/shapes.js';
import type { BulkRequest } from '../../bulk/bulk-action.js';
import { BulkDialog, type BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { Button, LinkButton } from '../../design/button.jsx';
import { Choices, SearchField, SelectField } from '../../design/fields.jsx';
import { counted } from '../../design/format.js';
import { Empty, Loaded, Page } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { JobsTable } from './jobs-table.jsx';

const PAGE = 50;
const ORDERS = [
  { value: '', label: 'newest first' },
  { value: 'next_run_at', label: 'next run first' },
  { value: 'name', label: 'by name' },
];

export function JobsScreen() {
  const search = useSearch();
  const offset = Number(search.values['offset'] ?? '0') || 0;
  const page = useResource(JSON.stringify(search.values), (signal) =>
    api.send('jobs.list', { ...queryOf(search), offset, limit: PAGE, data: 'none' }, { signal }),
  );
  return (
    <Page title="Jobs" lead="What runs by itself, and when." actions={<BulkButtons search={search} />}>
      <Filters search={search} />
      <Loaded resource={page} lines={12}>
        {({ value: items, total }) =>
          items.length === 0 ? (
            <NothingFound search={search} />
          ) : (
            <>
              <JobsTable jobs={items} />
              <nav class="pages" aria-label="Pages">
                <span class="muted">
                  {total === null ? counted(items.length, 'job') : counted(total, 'job')}
                </span>
                {offset > 0 && (
                  <LinkButton href={search.with({ offset: before(offset) })}>Previous</LinkButton>
                )}
                {items.length === PAGE && (
                  <LinkButton href={search.with({ offset: String(offset + PAGE) })}>Next</LinkButton>
                )}
              </nav>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const before = (offset: number) => (offset <= PAGE ? undefined : String(offset - PAGE));

function queryOf({ values }: Search): NonNullable<ArgumentsOf<'jobs.list'>[0]> {
  const sortBy = values['sort_by'];
  return askedFor({
    status: values['status'],
    name_contains: values['name'],
    handler_name: values['handler_name'],
    queue: values['queue'],
    tags: values['tags'],
    sort_by: sortBy,
    sort_order: sortBy === undefined ? undefined : 'asc',
  });
}

function Filters({ search }: { readonly search: Search }) {
  const value = (name: string) => search.values[name] ?? '';
  const set = (name: string) => (next: string) => search.change({ [name]: next, offset: undefined });
  return (
    <div class="filters">
      <Choices
        label="Status"
        options={JOB_STATUSES.map((status) => ({ value: status, label: <Status value={status} /> }))}
        chosen={[value('status')]}
        onToggle={(status) => set('status')(value('status') === status ? '' : status)}
      />
      <div class="filter-fields">
        <SearchField label="Name" value={value('name')} onSearch={set('name')} placeholder="part of it" />
        <SearchField
          label="Type"
          value={value('handler_name')}
          onSearch={set('handler_name')}
          placeholder="job type"
        />
        <SearchField label="Queue" value={value('queue')} onSearch={set('queue')} placeholder="queue" />
        <SearchField label="Tags" value={value('tags')} onSearch={set('tags')} placeholder="one, another" />
        <SelectField label="Order" value={value('sort_by')} onChange={set('sort_by')} options={ORDERS} />
      </div>
    </div>
  );
}

function NothingFound({ search }: { readonly search: Search }) {
  const isFiltered = ['status', 'name', 'handler_name', 'queue', 'tags'].some((name) => search.values[name]);
  return isFiltered ? (
    <Empty title="No job matches these filters.">Clear one of them.</Empty>
  ) : (
    <Empty title="There is no job yet.">
      Create one with <code>npx scheduler schedule:create</code>, or declare it in the application and run{' '}
      <code>npx scheduler schedule:sync</code>.
    </Empty>
  );
}

type Asked = Omit<BulkDialogProps, 'onClose'>;

function BulkButtons({ search }: { readonly search: Search }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const status = search.values['status'];
  if (!may('bulk:write') || !may('jobs:write') || (status !== 'active' && status !== 'paused')) return null;
  return (
    <>
      <Button onPress={() => setAsked(status === 'active' ? pausing(search) : resuming(search))}>
        {status === 'active' ? 'Pause all matching' : 'Resume all matching'}
      </Button>
      {asked !== null && <BulkDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function pausing(search: Search): Asked {
  return {
    title: 'Pause all matching jobs',
    verb: 'Pause',
    things: 'jobs',
    afterwards: 'Their occurrences are left out until they are resumed.',
    request: { action: 'jobs.pause', filter: { ...filterOf(search), status: ['active'] } },
    undo: {
      label: 'Resume',
      request: { action: 'jobs.resume', filter: { ...filterOf(search), status: ['paused'] } },
    },
  };
}

function resuming(search: Search): Asked {
  return {
    title: 'Resume all matching jobs',
    verb: 'Resume',
    things: 'jobs',
    afterwards: 'Each runs again from its first instant after now.',
    request: { action: 'jobs.resume', filter: { ...filterOf(search), status: ['paused'] } },
    undo: {
      label: 'Pause',
      request: { action: 'jobs.pause', filter: { ...filterOf(search), status: ['active'] } },
    },
  };
}

type JobFilter = Extract<BulkRequest, { readonly action: `jobs.${string}` }>['filter'];

function filterOf({ values, list }: Search): JobFilter {
  const some = (name: string) => (list(name).length === 0 ? undefined : list(name));
  return askedFor({
    handler_name: some('handler_name'),
    queue: some('queue'),
    tags: some('tags'),
    name_contains: values['name'],
  });
}
