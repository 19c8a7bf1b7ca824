import { useState } from 'preact/hooks';
import type { BulkFilter } from '../../bulk/bulk-action.js';
import { BulkDialog, type BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import type { Search } from '../../navigation/use-search.js';
import { queryOf } from './execution-filters.js';

type Asked = Omit<BulkDialogProps, 'onClose'>;

/** What can be done to everything that the filters match, on all pages. */
export function BulkBar({ search }: { readonly search: Search }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!may('bulk:write')) return null;
  const ask = (what: Omit<Asked, 'request'>, action: string) =>
    setAsked({ ...what, request: { action, filter: filterOf(search) } });
  return (
    <>
      {may('executions:retry') && isAbout(search, ['failed', 'timeout']) && (
        <Button onPress={() => ask(RETRY, 'executions.retry')}>Retry all matching</Button>
      )}
      {may('executions:cancel') && isAbout(search, ['pending', 'running']) && (
        <Button kind="danger" onPress={() => ask(CANCEL, 'executions.cancel')}>
          Cancel all matching
        </Button>
      )}
      {asked !== null && <BulkDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const RETRY = {
  title: 'Retry all matching executions',
  verb: 'Retry',
  things: 'executions',
  afterwards: 'Each runs once as a new execution, also on other pages of this list.',
};
const CANCEL = {
  title: 'Cancel all matching executions',
  verb: 'Cancel',
  things: 'executions',
  destroys: true,
  afterwards: 'What waits will not run; what runs is asked to stop. This cannot be undone.',
};

/** Whether the filters name statuses that an action is about, and no others: nobody should cancel everything by mistake. */
function isAbout(search: Search, statuses: readonly string[]): boolean {
  const chosen = search.list('status');
  return chosen.length > 0 && chosen.every((status) => statuses.includes(status));
}

function filterOf(search: Search): BulkFilter {
  const {
    job,
    handler_name: type,
    queue,
    error_class: errorClass,
    since,
    dead_letter: dead,
    payload,
  } = queryOf(search, Date.now());
  const list = (value: unknown) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    status: search.list('status'),
    job: text(job),
    handler_name: list(type),
    queue: list(queue),
    error_class: list(errorClass),
    since: text(since),
    payload: text(payload),
    dead_letter: dead === 'true' ? true : dead === 'false' ? false : undefined,
  };
}
