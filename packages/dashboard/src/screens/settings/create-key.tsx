import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { SelectField, TextField } from '../../design/fields.jsx';
import { Copy } from '../../design/json.jsx';

const PRESETS = [
  { value: 'viewer', label: 'viewer: looks' },
  { value: 'operator', label: 'operator: also changes work' },
  { value: 'admin', label: 'admin: everything' },
] as const;
const DAY_MS = 86_400_000;
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'no end' },
];

type Preset = (typeof PRESETS)[number]['value'];

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [preset, setPreset] = useState<Preset>('viewer');
  const [days, setDays] = useState('90');
  const [token, setToken] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const create = async () => {
    try {
      const expires =
        days === '' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
      const created = await api.keys.create({ name: name.trim(), preset, ...expires });
      setToken(created.token);
    } catch (reason) {
      setError(asApiError(reason).message);
    }
  };
  if (token !== null) return <CreatedKey token={token} onClose={onClose} />;
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <div class="form">
        <TextField label="Name" value={name} onInput={setName} error={error} hint="what it is for" />
        <div class="form-row">
          <SelectField
            label="Role"
            value={preset}
            onChange={(value) => setPreset(value as Preset)}
            options={PRESETS}
          />
          <SelectField label="Expires after" value={days} onChange={setDays} options={LIVES} />
        </div>
        <p class="hint">It can do no more than you can.</p>
        <div class="actions end">
          <Button onPress={onClose}>Close</Button>
          <Button kind="primary" disabled={name.trim() === ''} onPress={create}>
            Create
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function CreatedKey({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <Dialog title="The key is created" onClose={onClose}>
      <div class="form">
        <p>Keep its token in a safe place now: it is shown this once, and nobody can read it again.</p>
        <pre tabIndex={0} class="secret">
          {token}
        </pre>
        <div class="actions end">
          <Copy text={token} label="Copy the token" />
          <Button kind="primary" onPress={onClose}>
            I have it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
