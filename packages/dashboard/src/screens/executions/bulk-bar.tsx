import { useState } from 'preact/hooks';
import { askedFor } from '../../api/asked-for.js';
import type { BulkRequest } from '../../bulk/bulk-action.js';
import { BulkDialog, type BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import type { Search } from '../../navigation/use-search.js';
import { queryOf } from './execution-filters.js';

type Asked = Omit<BulkDialogProps, 'onClose'>;
type ExecutionRequest = Extract<BulkRequest, { readonly action: `executions.${string}` }>;
type ExecutionFilter = ExecutionRequest['filter'];

/** What can be done to everything that the filters match, on all pages. */
export function BulkBar({ search }: { readonly search: Search }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!may('bulk:write')) return null;
  const ask = (what: Omit<Asked, 'request'>, action: ExecutionRequest['action']) =>
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

function filterOf(search: Search): ExecutionFilter {
  const { handler_name, queue, error_class, dead_letter: dead, ...others } = search.values;
  const list = (text: string | undefined) =>
    text === undefined || text === '' ? undefined : text.split(',');
  return askedFor({
    ...queryOf({ values: others }, Date.now()),
    status: search.list('status'),
    handler_name: list(handler_name),
    queue: list(queue),
    error_class: list(error_class),
    dead_letter: dead === 'true' ? true : dead === 'false' ? false : undefined,
  });
}
