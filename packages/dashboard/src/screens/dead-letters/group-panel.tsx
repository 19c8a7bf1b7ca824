import { may } from '../../api/session.js';
import type { BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { Button } from '../../design/button.jsx';
import { count, words } from '../../design/format.js';
import { Section } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { executionHref, hrefOf } from '../../navigation/address.js';

export interface Group {
  readonly handler_name: string;
  readonly handler_type: string;
  readonly queue: string;
  readonly error_class: string | null;
  readonly count: number;
  readonly first_failed_at: string;
  readonly last_failed_at: string;
  readonly messages: readonly {
    readonly error: string | null;
    readonly count: number;
    readonly id: string;
  }[];
}

interface Props {
  readonly group: Group;
  readonly ask: (asked: Omit<BulkDialogProps, 'onClose'>) => void;
}

/** What failed in the same way: its most frequent errors, and what can be done about all of it. */
export function GroupPanel({ group, ask }: Props) {
  const { handler_name: type, queue, error_class: errorClass, messages } = group;
  const list = hrefOf('executions', {
    dead_letter: 'true',
    handler_name: type,
    queue,
    error_class: errorClass ?? undefined,
  });
  return (
    <Section
      title={type}
      note={
        <>
          {queue}
          {errorClass !== null && (
            <>
              {' '}
              <Tag tone="bad">{words(errorClass)}</Tag>
            </>
          )}
        </>
      }
      actions={<GroupButtons group={group} ask={ask} />}
    >
      <ul class="rows">
        {messages.map(({ error, count: times, id }) => (
          <li key={id}>
            <span class="number times">{count(times)} ×</span>
            <div class="row-main">
              <a class="long" href={executionHref(id)}>
                {error ?? 'no error is known'}
              </a>
            </div>
          </li>
        ))}
      </ul>
      <p class="hint pad">
        The latest <Time at={group.last_failed_at} />, the first <Time at={group.first_failed_at} />.{' '}
        <a href={list}>Show {count(group.count)} one by one</a>
      </p>
    </Section>
  );
}

/** A group without a class cannot be told apart by a filter; neither can agents and workflows, which share a type. */
function GroupButtons({ group, ask }: Props) {
  const { handler_name: type, queue, error_class: errorClass } = group;
  if (
    !may('bulk:write') ||
    !may('dead_letters:write') ||
    errorClass === null ||
    group.handler_type !== 'function'
  )
    return null;
  const filter = { handler_name: [type], queue: [queue], error_class: [errorClass] };
  return (
    <>
      <Button onPress={() => ask({ ...RETRY, request: { action: 'deadLetters.retry', filter } })}>
        Retry all
      </Button>
      <Button
        kind="danger"
        onPress={() => ask({ ...DELETE, request: { action: 'deadLetters.delete', filter } })}
      >
        Delete all
      </Button>
    </>
  );
}

const RETRY = {
  title: 'Retry these dead letters',
  verb: 'Retry',
  things: 'dead letters',
  afterwards: 'Each runs once as a new execution, and leaves this list.',
};
const DELETE = {
  title: 'Delete these dead letters',
  verb: 'Delete',
  things: 'dead letters',
  destroys: true,
  afterwards: 'They leave this list for good; their executions stay in the history. This cannot be undone.',
};
