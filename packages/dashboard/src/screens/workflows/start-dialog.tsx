import type { JsonValue } from '@scheduler/contracts';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import type { Workflow } from '../../api/shapes.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { SelectField, TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';
import { runHref } from './runs-table.jsx';

/** Starts a run with an input. */
export function StartDialog({
  workflows,
  onClose,
}: {
  readonly workflows: readonly Workflow[];
  readonly onClose: () => void;
}) {
  const { route } = useLocation();
  const [workflow, setWorkflow] = useState(workflows[0]?.name ?? '');
  const [input, setInput] = useState('{}');
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    const read = readJson(input);
    if (read === undefined) return setError('This is not JSON.');
    try {
      const run = await api.workflowRuns.start({ workflow, input: read });
      notify(`${workflow} is started.`);
      onClose();
      route(runHref(run.id));
    } catch (reason) {
      setError(asApiError(reason).message);
    }
  };
  return (
    <Dialog title="Start a run" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <SelectField
          label="Workflow"
          value={workflow}
          onChange={setWorkflow}
          options={workflows.map(({ name }) => ({ value: name, label: name }))}
        />
        <TextField label="Input" value={input} onInput={setInput} lines={6} error={error} hint="JSON" />
        <div class="actions end">
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" type="submit">
            Start
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Undefined: it is not JSON. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
