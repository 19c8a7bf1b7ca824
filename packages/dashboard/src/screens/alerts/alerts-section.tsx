import type { Alert, AlertRule } from '@scheduler/client';
import { SubjectLink } from '../../alerts/subject-link.jsx';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { ALERT_STATUSES } from '../../api/shapes.js';
import { Button, LinkButton } from '../../design/button.jsx';
import { Choices, SearchField } from '../../design/fields.jsx';
import { counted } from '../../design/format.js';
import { Empty, Loaded } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import type { SilenceDraft } from './silence-dialog.jsx';

const PAGE = 25;
const FILTERS = ['status', 'rule'];

interface Props {
  readonly rules: readonly AlertRule[];
  readonly onSilence: (draft: SilenceDraft) => void;
}

/** The alerts, by status and rule. */
export function AlertsSection({ rules, onSilence }: Props) {
  const search = useSearch();
  const { status, rule, cursor } = search.values;
  const page = useResource(JSON.stringify({ status, rule, cursor }), (signal) =>
    api.alerts.list({ ...askedFor({ status, rule, cursor }), limit: PAGE }, { signal }),
  );
  return (
    <>
      <Filters search={search} rules={rules} />
      <section aria-label="Alerts">
        <Loaded resource={page} lines={4}>
          {({ items, next_cursor: next }) =>
            items.length === 0 ? (
              <NothingFound search={search} />
            ) : (
              <>
                <AlertsTable alerts={items} rules={rules} onSilence={onSilence} />
                <nav class="pages" aria-label="Pages">
                  <span class="muted">{counted(items.length, 'alert')} on this page</span>
                  {cursor !== undefined && (
                    <LinkButton href={search.with({ cursor: undefined })}>Latest</LinkButton>
                  )}
                  {next !== null && <LinkButton href={search.with({ cursor: next })}>Older</LinkButton>}
                </nav>
              </>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

const isFiltered = ({ values }: Search): boolean => FILTERS.some((name) => (values[name] ?? '') !== '');

function Filters({ search, rules }: { readonly search: Search; readonly rules: readonly AlertRule[] }) {
  const statuses = search.list('status');
  const toggle = (status: string) =>
    search.change({
      status: statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status],
      cursor: undefined,
    });
  return (
    <div class="filters">
      <Choices
        label="Status"
        options={ALERT_STATUSES.map((status) => ({ value: status, label: <Status value={status} /> }))}
        chosen={statuses}
        onToggle={toggle}
      />
      <div class="filter-fields">
        <SearchField
          label="Rule"
          value={search.values['rule'] ?? ''}
          onSearch={(rule) => search.change({ rule, cursor: undefined })}
          placeholder="its name"
          suggestions={rules.map(({ name }) => name)}
        />
        {isFiltered(search) && (
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

function NothingFound({ search }: { readonly search: Search }) {
  if (isFiltered(search)) return <Empty title="No alert matches these filters.">Clear one of them.</Empty>;
  return (
    <Empty title="Nothing fires, and nothing has fired.">
      The rules below are measured by a running node. Watch something else with{' '}
      <code>npx scheduler alert:create</code>.
    </Empty>
  );
}

function AlertsTable({ alerts, rules, onSilence }: Props & { readonly alerts: readonly Alert[] }) {
  const silence: Column<Alert> = {
    title: 'Change',
    kind: 'tight',
    cell: (alert) => {
      const draft = draftOf(alert, rules);
      return draft === null ? (
        <span class="muted">–</span>
      ) : (
        <Button label={`Silence ${alert.rule}…`} onPress={() => onSilence(draft)}>
          Silence…
        </Button>
      );
    },
  };
  const columns = may('alerts:write') ? [...COLUMNS, silence] : COLUMNS;
  return <Table label="Alerts" rows={alerts} columns={columns} keyOf={({ id }) => id} />;
}

/** A rule that one does not see cannot be named in a silence: then the subject alone says what is meant. Null: there is nothing to silence. */
function draftOf(
  { status, rule_id: ruleId, subject }: Alert,
  rules: readonly AlertRule[],
): SilenceDraft | null {
  const isOpen = status === 'pending' || status === 'firing';
  const rule = rules.some(({ id }) => id === ruleId) ? ruleId : '';
  if (!isOpen || (rule === '' && subject === null)) return null;
  return { rule, subject: subject?.id ?? '' };
}

const COLUMNS: readonly Column<Alert>[] = [
  {
    title: 'Alert',
    kind: 'main',
    cell: ({ rule, message, platform_id: tenant }) => (
      <div>
        <strong class="long">{rule}</strong>
        <span class="sub muted">
          {message}
          {tenant !== null && ` · ${tenant}`}
        </span>
      </div>
    ),
  },
  { title: 'Severity', kind: 'tight', cell: ({ severity }) => <Status value={severity} /> },
  {
    title: 'Status',
    kind: 'tight',
    cell: ({ status, announced }) => (
      <div class="actions">
        <Status value={status} />
        {status === 'firing' && !announced && <Tag>not announced</Tag>}
      </div>
    ),
  },
  {
    title: 'Of',
    cell: ({ subject }) =>
      subject === null ? <span class="muted">–</span> : <SubjectLink subject={subject} />,
  },
  { title: 'Since', kind: 'tight', cell: ({ since }) => <Time at={since} /> },
  { title: 'Over', kind: 'tight', cell: ({ resolved_at: at }) => <Time at={at} /> },
];
