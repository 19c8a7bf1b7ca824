import type { JsonValue } from '@scheduler/contracts';
import type { Execution } from '@scheduler/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';
import { executionHref } from '../../navigation/address.js';

/** Runs an execution again, with its payload or with a mended one. */
export function RetryDialog({
  execution,
  onClose,
}: {
  readonly execution: Execution;
  readonly onClose: () => void;
}) {
  const { route } = useLocation();
  const original = JSON.stringify(execution.payload, null, 2);
  const [text, setText] = useState(original);
  const [error, setError] = useState<string | null>(null);
  const retry = async () => {
    const payload = parse(text);
    if (payload === undefined) return setError('This is no JSON.');
    try {
      const body = text === original ? {} : { payload };
      const created = await api.executions.retry(execution.id, body);
      notify(text === original ? 'It runs again.' : 'It runs again with the mended payload.');
      onClose();
      route(executionHref(created.id));
    } catch (reason) {
      setError(asApiError(reason).message);
    }
  };
  return (
    <Dialog title="Run this execution again" onClose={onClose}>
      <div class="form">
        <p class="muted">
          It runs as a new execution from its beginning. This one stays as it is, and refers to it.
        </p>
        <TextField
          label="Payload"
          value={text}
          lines={Math.min(16, Math.max(5, text.split('\n').length + 1))}
          onInput={(value) => {
            setText(value);
            setError(parse(value) === undefined ? 'This is no JSON.' : null);
          }}
          error={error}
          hint={
            text === original
              ? 'Mend it if it is the reason.'
              : 'Changed. The handler checks it before it runs.'
          }
        />
        <div class="actions end">
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" onPress={retry}>
            {text === original ? 'Run again' : 'Run with this payload'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Undefined: it is no JSON. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
