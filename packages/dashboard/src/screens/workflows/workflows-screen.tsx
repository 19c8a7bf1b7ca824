import { useState } from 'preact/hooks';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { RUN_STATUSES, type Workflow } from '../../api/shapes.js';
import { Button, LinkButton } from '../../design/button.jsx';
import { Choices, SelectField } from '../../design/fields.jsx';
import { counted } from '../../design/format.js';
import { Empty, Loaded, Page } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { RunStatusTag } from './run-status.jsx';
import { RunsTable } from './runs-table.jsx';
import { StartDialog } from './start-dialog.jsx';

const PAGE = 50;

/** Runs of workflows, the newest first. */
export function WorkflowsScreen() {
  const search = useSearch();
  const [isStarting, setStarting] = useState(false);
  const offset = Math.max(0, Math.trunc(Number(search.values['offset'] ?? 0)) || 0);
  const { workflow, status } = search.values;
  const workflows = useResource('workflows', (signal) => api.workflows.list({ signal }), {
    live: false,
  });
  const runs = useResource(`${workflow ?? ''} ${status ?? ''} ${offset}`, (signal) =>
    api.workflowRuns.list(askedFor({ workflow, status, offset, limit: PAGE }), { signal }),
  );
  const known = workflows.data ?? [];
  return (
    <Page
      title="Workflows"
      lead="Runs of workflows, the newest first."
      actions={
        may('workflows:write') &&
        known.length > 0 && (
          <Button kind="primary" onPress={() => setStarting(true)}>
            Start a run…
          </Button>
        )
      }
    >
      <Filters search={search} workflows={known} />
      <Loaded resource={runs} lines={10}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Nothing isFiltered={workflow !== undefined || status !== undefined} />
          ) : (
            <>
              <RunsTable rows={items} />
              <Pages search={search} offset={offset} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
      {isStarting && <StartDialog workflows={known} onClose={() => setStarting(false)} />}
    </Page>
  );
}

function Filters({
  search,
  workflows,
}: {
  readonly search: Search;
  readonly workflows: readonly Workflow[];
}) {
  const statuses = search.list('status');
  const workflow = search.values['workflow'] ?? '';
  const names = [...new Set([...workflows.map(({ name }) => name), ...(workflow === '' ? [] : [workflow])])];
  return (
    <div class="filters">
      <Choices
        label="Status"
        options={RUN_STATUSES.map((status) => ({ value: status, label: <RunStatusTag status={status} /> }))}
        chosen={statuses}
        onToggle={(status) =>
          search.change({
            status: statuses.includes(status)
              ? statuses.filter((each) => each !== status)
              : [...statuses, status],
            offset: undefined,
          })
        }
      />
      <div class="filter-fields">
        <SelectField
          label="Workflow"
          value={workflow}
          onChange={(value) => search.change({ workflow: value, offset: undefined })}
          options={[{ value: '', label: 'all' }, ...names.map((name) => ({ value: name, label: name }))]}
        />
        {(statuses.length > 0 || workflow !== '') && (
          <a
            class="button quiet clear"
            href={search.with({ status: undefined, workflow: undefined, offset: undefined })}
          >
            Clear filters
          </a>
        )}
      </div>
    </div>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No run matches these filters.">Clear them to see all runs.</Empty>;
  return (
    <Empty title="No workflow has run yet.">
      A run appears here when it is started, by <code>workflows.start()</code>, a schedule, or the button
      above.
    </Empty>
  );
}

interface PagesProps {
  readonly search: Search;
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
}

function Pages({ search, offset, shown, total }: PagesProps) {
  const before = Math.max(0, offset - PAGE);
  return (
    <nav class="pages" aria-label="Pages">
      <span class="muted">
        {offset + 1} to {offset + shown} of {counted(total, 'run')}
      </span>
      {offset > 0 && (
        <LinkButton href={search.with({ offset: before === 0 ? undefined : String(before) })}>
          Newer
        </LinkButton>
      )}
      {offset + shown < total && (
        <LinkButton href={search.with({ offset: String(offset + PAGE) })}>Older</LinkButton>
      )}
    </nav>
  );
}
