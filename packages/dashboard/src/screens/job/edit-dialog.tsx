import type { Job } from '@scheduler/client';
import { useMemo, useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';
import { type Previewed, previewOf } from '../../triggers/preview-trigger.js';
import { changedNames, changesOf, type Changes, type Draft, draftOf, triggerOf } from './edit-draft.js';
import { Runs } from './next-runs.jsx';
import { TriggerFields } from './trigger-fields.jsx';

const SHOWN = 5;

/** Changes a job. Its next runs are shown while one types, by the code that the server computes them with. */
export function EditDialog({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const first = useMemo(() => draftOf(job), []);
  const [draft, setDraft] = useState<Draft>(first);
  const [error, setError] = useState<string | null>(null);
  const trigger = triggerOf(draft);
  const previewed = useMemo(
    () => (trigger === null ? null : previewOf(trigger, new Date(), SHOWN)),
    [JSON.stringify(trigger)],
  );
  const changed = changedNames(first, draft);
  const changes = changesOf(first, draft);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = async () => {
    try {
      await saveChanges(job, changes);
      notify('It is saved.');
      onClose();
    } catch (reason) {
      setError(asApiError(reason).message);
    }
  };
  return (
    <Dialog title={`Edit ${job.name}`} onClose={onClose}>
      <div class="form">
        <TriggerFields draft={draft} set={set} previewed={previewed} />
        <PreviewBox previewed={previewed} />
        <OtherFields draft={draft} set={set} isJson={changes !== null} />
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <p class="hint">
          {changed.length === 0 ? 'Nothing is changed yet.' : `Changes ${changed.join(', ')}.`}
        </p>
        <div class="actions end">
          <Button onPress={onClose}>Close</Button>
          <Button
            kind="primary"
            disabled={previewed?.ok !== true || changes === null || changed.length === 0}
            onPress={save}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What somebody else has changed in between is not overwritten. */
function saveChanges(job: Job, changes: Changes | null): Promise<unknown> {
  return api.jobs.update(job.id, changes ?? {}, { ifMatch: job });
}

function PreviewBox({ previewed }: { readonly previewed: Previewed | null }) {
  return (
    <div class="preview" aria-live="polite">
      {previewed?.ok === true && (
        <>
          <p>
            <strong>{previewed.preview.when}</strong>
          </p>
          <Runs runs={previewed.preview.runs} />
        </>
      )}
    </div>
  );
}

interface OtherProps {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly isJson: boolean;
}

function OtherFields({ draft, set, isJson }: OtherProps) {
  return (
    <>
      <TextField
        label="Description"
        value={draft.description}
        onInput={(description) => set({ description })}
      />
      <TextField
        label="Tags"
        value={draft.tags}
        onInput={(tags) => set({ tags })}
        hint="separated by commas"
      />
      {may('payloads:read') && (
        <TextField
          label="Payload"
          value={draft.payload}
          lines={4}
          onInput={(payload) => set({ payload })}
          error={isJson ? null : 'This is no JSON.'}
        />
      )}
    </>
  );
}
