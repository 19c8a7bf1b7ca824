import { useState } from 'preact/hooks';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { BulkDialog, type BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { counted } from '../../design/format.js';
import { SearchField } from '../../design/fields.jsx';
import { Empty, Loaded, Page } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { useSearch } from '../../navigation/use-search.js';
import { type Group, GroupPanel } from './group-panel.jsx';

export function DeadLettersScreen() {
  const search = useSearch();
  const queue = search.values['queue'];
  const [asked, setAsked] = useState<Omit<BulkDialogProps, 'onClose'> | null>(null);
  const found = useResource(`dead letters ${queue ?? ''}`, (signal) =>
    api.deadLetters.groups(askedFor({ queue }), { signal }),
  );
  return (
    <Page
      title="Dead letters"
      lead="Work that failed for good and waits for a person: run it again once its cause is gone, or delete it."
    >
      <div class="filters">
        <div class="filter-fields">
          <SearchField
            label="Queue"
            value={queue ?? ''}
            onSearch={(value) => search.change({ queue: value })}
            placeholder="any"
          />
        </div>
      </div>
      <Loaded resource={found} lines={8}>
        {({ groups, total, counted: read }) =>
          groups.length === 0 ? (
            <Empty title="There are no dead letters.">
              Work that has used up its retries, or cannot be retried, appears here.
            </Empty>
          ) : (
            <>
              <p class="muted summary">
                {counted(total, 'dead letter')}
                {read < total && `, of which the latest ${read} are grouped`}
              </p>
              {groups.map((group) => (
                <GroupPanel key={keyOf(group)} group={group} ask={setAsked} />
              ))}
            </>
          )
        }
      </Loaded>
      {asked !== null && (
        <BulkDialog
          {...asked}
          onClose={() => {
            setAsked(null);
            found.reload();
          }}
        />
      )}
    </Page>
  );
}

const keyOf = ({ handler_name: type, queue }: Group) => `${type} ${queue}`;
