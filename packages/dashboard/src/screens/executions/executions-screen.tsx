import { api } from '../../api/client.js';
import { LinkButton } from '../../design/button.jsx';
import { counted } from '../../design/format.js';
import { Empty, Loaded, Page } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { BulkBar } from './bulk-bar.jsx';
import { isFiltered, PAGE, queryOf } from './execution-filters.js';
import { ExecutionsTable } from './executions-table.jsx';
import { FilterBar } from './filter-bar.jsx';

export function ExecutionsScreen() {
  const search = useSearch();
  const cursor = search.values['cursor'];
  const page = useResource(JSON.stringify(search.values), (signal) =>
    api.executions.list(
      {
        ...queryOf(search, Date.now()),
        ...(cursor === undefined ? {} : { cursor }),
        limit: PAGE,
        data: 'none',
      },
      { signal },
    ),
  );
  return (
    <Page
      title="Executions"
      lead="Every run of a job and of enqueued work, the latest first."
      actions={<BulkBar search={search} />}
    >
      <FilterBar search={search} />
      <Loaded resource={page} lines={12}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <NothingFound search={search} />
          ) : (
            <>
              <ExecutionsTable rows={items} />
              <Pages search={search} shown={items.length} next={next} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Pages({
  search,
  shown,
  next,
}: {
  readonly search: Search;
  readonly shown: number;
  readonly next: string | null;
}) {
  const isFirst = search.values['cursor'] === undefined;
  return (
    <nav class="pages" aria-label="Pages">
      <span class="muted">{counted(shown, 'execution')} on this page</span>
      {!isFirst && <LinkButton href={search.with({ cursor: undefined })}>Latest</LinkButton>}
      {next !== null && <LinkButton href={search.with({ cursor: next })}>Older</LinkButton>}
    </nav>
  );
}

function NothingFound({ search }: { readonly search: Search }) {
  if (isFiltered(search))
    return (
      <Empty title="No execution matches these filters.">Choose a longer time or clear the filters.</Empty>
    );
  return (
    <Empty title="Nothing has run yet.">
      <p>
        Executions appear here as soon as a job fires. Run one by hand with{' '}
        <code>npx scheduler schedule:run &lt;job&gt;</code>, or enqueue work with{' '}
        <code>npx scheduler enqueue &lt;type&gt;</code>.
      </p>
    </Empty>
  );
}
