import type { WorkflowState } from '@scheduler/client';
import type { JsonValue } from '@scheduler/contracts';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';

/** Sends a signal with data to a run. */
export function SignalDialog({
  run,
  name: given,
  onClose,
}: {
  readonly run: WorkflowState;
  readonly name?: string;
  readonly onClose: () => void;
}) {
  const signals = run.steps.filter(({ kind }) => kind === 'signal').map((step) => step.name);
  const [name, setName] = useState(given ?? signals[0] ?? '');
  const [data, setData] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (name.trim() === '') return setError('Enter the name of the signal.');
    try {
      const body = {
        name: name.trim(),
        ...(data.trim() === '' ? {} : { data: JSON.parse(data) as JsonValue }),
      };
      await api.workflowRuns.signal(run.id, body);
      notify(`The signal ${name} is sent.`);
      onClose();
    } catch (reason) {
      setError(reason instanceof SyntaxError ? 'The data are not JSON.' : asApiError(reason).message);
    }
  };
  return (
    <Dialog title="Send a signal" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField label="Name" value={name} onInput={setName} suggestions={signals} />
        <TextField
          label="Data"
          value={data}
          onInput={setData}
          lines={4}
          error={error}
          hint="JSON, or empty"
        />
        <div class="actions end">
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" type="submit">
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
