import type { WorkflowState } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { TextField } from '../../design/fields.jsx';
import { attempt } from '../../design/notices.jsx';

/** Cancels a run, with a reason and with or without undoing what was done. */
export function CancelDialog({
  run,
  onClose,
}: {
  readonly run: WorkflowState;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [rollback, setRollback] = useState(false);
  const cancel = async () => {
    const body = { rollback, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    const done = rollback ? 'The run is cancelled, and what was done is undone.' : 'The run is cancelled.';
    if (await attempt(() => api.workflowRuns.cancel(run.id, body), done)) onClose();
  };
  return (
    <Dialog title={`Cancel ${run.name}?`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void cancel();
        }}
      >
        <TextField
          label="Why"
          value={reason}
          onInput={setReason}
          hint="It stands in the run and in the audit log."
        />
        <label class="check">
          <input
            type="checkbox"
            checked={rollback}
            onChange={(event) => setRollback(event.currentTarget.checked)}
          />
          Undo what was done, by the rollbacks of its steps
        </label>
        <div class="actions end">
          <Button onPress={onClose}>Keep it running</Button>
          <Button kind="danger" type="submit">
            Cancel the run
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
