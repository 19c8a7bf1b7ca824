import type { ArgumentsOf, QueueStatistics } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';

const NUMBER = /^\d{1,5}$/;

/** How many executions of a queue run at once. */
export function LimitsDialog({
  queue,
  onClose,
}: {
  readonly queue: QueueStatistics;
  readonly onClose: () => void;
}) {
  const [concurrency, setConcurrency] = useState(textOf(queue.concurrency));
  const [limit, setLimit] = useState(textOf(queue.global_limit));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    const wrong = wrongNumbers({ concurrency, limit });
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      await api.queues.scale(queue.queue, bodyOf(queue, concurrency, limit));
      notify(`The limits of ${queue.queue} are changed.`);
      onClose();
    } catch (error) {
      const problem = asApiError(error);
      setErrors({
        concurrency: problem.issueOf('concurrency') ?? '',
        limit: problem.issueOf('global_limit') ?? problem.message,
      });
    }
  };
  return (
    <Dialog title={`Limits of ${queue.queue}`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="At once on each node"
          value={concurrency}
          onInput={setConcurrency}
          error={errors['concurrency'] || null}
          hint="Empty: as each node is configured."
        />
        <TextField
          label="At once over all nodes"
          value={limit}
          onInput={setLimit}
          error={errors['limit'] || null}
          hint="Empty: any number."
        />
        <div class="actions end">
          <Button onPress={onClose}>Keep as it is</Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function wrongNumbers(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const wrong = Object.entries(texts).filter(([, text]) => text !== '' && !NUMBER.test(text));
  return Object.fromEntries(wrong.map(([name]) => [name, 'is not a whole number']));
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

type Scale = NonNullable<ArgumentsOf<'queues.scale'>[1]>;

/** Only what differs is sent, so that a limit that nobody set does not become one. */
function bodyOf(queue: QueueStatistics, concurrency: string, limit: string): Scale {
  return {
    ...(concurrency === textOf(queue.concurrency) ? {} : { concurrency: numberOf(concurrency) }),
    ...(limit === textOf(queue.global_limit) && concurrency !== textOf(queue.concurrency)
      ? {}
      : { global_limit: numberOf(limit) }),
  };
}
