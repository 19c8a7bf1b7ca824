import type { AnswerOf } from '@scheduler/client';
import { may } from '../../api/session.js';
import type { BulkDialogProps } from '../../bulk/bulk-dialog.jsx';
import { Button } from '../../design/button.jsx';
import { count, words } from '../../design/format.js';
import { Section } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { executionHref, hrefOf } from '../../navigation/address.js';

export type Group = AnswerOf<'deadLetters.groups'>['groups'][number];

interface Props {
  readonly group: Group;
  readonly ask: (asked: Omit<BulkDialogProps, 'onClose'>) => void;
}

/** What failed in the same way: its most frequent errors, and what can be done about all of it. */
export function GroupPanel({ group, ask }: Props) {
  const { handler_name: type, queue, messages } = group;
  const list = hrefOf('executions', {
    dead_letter: 'true',
    handler_name: type,
    queue,
  });
  return (
    <Section title={type} note={`in queue ${queue}`} actions={<GroupButtons group={group} ask={ask} />}>
      <ul class="rows">
        {messages.map(({ error, error_class: errorClass, count: times, id }) => (
          <li key={id}>
            <span class="number times">{count(times)} ×</span>
            <div class="row-main">
              <a class="long" href={executionHref(id)}>
                {error ?? 'no error is known'}
              </a>
            </div>
            {errorClass !== null && <Tag tone="bad">{words(errorClass)}</Tag>}
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

/** Agents and workflows share a type, so that a filter cannot tell them apart. */
function GroupButtons({ group, ask }: Props) {
  const { handler_name: type, queue } = group;
  const isAllowed = may('bulk:write') && may('dead_letters:write');
  if (!isAllowed || group.handler_type !== 'function') return null;
  const filter = { handler_name: [type], queue: [queue] };
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
