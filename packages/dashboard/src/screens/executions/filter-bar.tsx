import { may } from '../../api/session.js';
import { EXECUTION_STATUSES } from '../../api/shapes.js';
import { Choices, SearchField, SelectField } from '../../design/fields.jsx';
import { Status } from '../../design/status.jsx';
import type { Search } from '../../navigation/use-search.js';
import { FILTERS, isFiltered, PERIODS } from './execution-filters.js';

/** The filters, which stand in the address. A new filter begins at the first page. */
export function FilterBar({ search }: { readonly search: Search }) {
  const statuses = search.list('status');
  const set = (name: string) => (value: string) => search.change({ [name]: value, cursor: undefined });
  const toggle = (status: string) =>
    search.change({
      status: statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status],
      cursor: undefined,
    });
  const value = (name: string) => search.values[name] ?? '';
  return (
    <div class="filters">
      <Choices
        label="Status"
        options={EXECUTION_STATUSES.map((status) => ({ value: status, label: <Status value={status} /> }))}
        chosen={statuses}
        onToggle={toggle}
      />
      <div class="filter-fields">
        <SearchField label="Job" value={value('job')} onSearch={set('job')} placeholder="id or name" />
        <SearchField
          label="Type"
          value={value('handler_name')}
          onSearch={set('handler_name')}
          placeholder="job type"
        />
        <SearchField label="Queue" value={value('queue')} onSearch={set('queue')} placeholder="queue" />
        {may('payloads:read') && (
          <SearchField
            label="Payload"
            value={value('payload')}
            onSearch={set('payload')}
            placeholder="customer.id=42"
          />
        )}
        <SelectField label="Time" value={value('period')} onChange={set('period')} options={PERIODS} />
        <SelectField
          label="Dead letters"
          value={value('dead_letter')}
          onChange={set('dead_letter')}
          options={[
            { value: '', label: 'with others' },
            { value: 'true', label: 'only' },
            { value: 'false', label: 'without' },
          ]}
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
