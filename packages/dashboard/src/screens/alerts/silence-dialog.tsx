import type { AlertRule, ArgumentsOf } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { seesAllTenants } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { Dialog } from '../../design/dialog.jsx';
import { InstantField, SelectField, TextField } from '../../design/fields.jsx';
import { notify } from '../../design/notices.jsx';
import { Problem } from '../../design/page.jsx';

/** What a silence is proposed for. */
export interface SilenceDraft {
  /** The id of a rule. Empty: all rules. */
  readonly rule: string;
  /** The id of a job or the name of a queue. Empty: everything. */
  readonly subject: string;
}

interface Props {
  readonly draft: SilenceDraft;
  readonly rules: readonly AlertRule[];
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const CHOSEN = 'until';
const TIMES = [
  { value: String(HOUR_MS), label: '1 hour' },
  { value: String(2 * HOUR_MS), label: '2 hours' },
  { value: String(8 * HOUR_MS), label: '8 hours' },
  { value: String(24 * HOUR_MS), label: '1 day' },
  { value: String(7 * 24 * HOUR_MS), label: '7 days' },
  { value: CHOSEN, label: 'until an instant…' },
];

interface Form extends SilenceDraft {
  readonly time: string;
  readonly until: string;
  readonly reason: string;
}

/** Asks until when and why, and for what. */
export function SilenceDialog({ draft, rules, onClose }: Props) {
  const [form, setForm] = useState<Form>({ ...draft, time: String(2 * HOUR_MS), until: '', reason: '' });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<ApiError | null>(null);
  const set = (name: keyof Form) => (value: string) => setForm({ ...form, [name]: value });
  const save = async () => {
    const found = wrongFields(form);
    setWrong(found);
    setError(null);
    if (Object.keys(found).length > 0) return;
    try {
      await api.alertSilences.create(bodyOf(form, rules));
      notify('It is silenced.');
      onClose();
    } catch (reason) {
      setError(asApiError(reason));
    }
  };
  const errorOf = (name: string) => wrong[name] ?? error?.issueOf(name) ?? null;
  return (
    <Dialog title="Silence alerts" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SilenceFields form={form} set={set} errorOf={errorOf} rules={rules} />
        {error !== null && error.issues.length === 0 && <Problem error={error} />}
        <div class="actions end">
          <Button onPress={onClose}>Keep as it is</Button>
          <Button kind="primary" type="submit">
            Silence
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: Form;
  readonly set: (name: keyof Form) => (value: string) => void;
  readonly errorOf: (name: string) => string | null;
  readonly rules: readonly AlertRule[];
}

function SilenceFields({ form, set, errorOf, rules }: FieldsProps) {
  const names = [
    { value: '', label: 'all rules' },
    ...rules.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <SelectField label="Rule" value={form.rule} onChange={set('rule')} options={names} />
      <TextField
        label="Job or queue"
        value={form.subject}
        onInput={set('subject')}
        error={errorOf('subject')}
        hint="The id of a job or the name of a queue. Empty: whatever the alert is about."
      />
      <div class="form-row">
        <SelectField
          label="For"
          value={form.time}
          onChange={set('time')}
          error={errorOf('duration_ms')}
          options={TIMES}
        />
        {form.time === CHOSEN && (
          <InstantField
            label="Until"
            value={form.until}
            onChange={set('until')}
            error={errorOf('until')}
            hint="In the time zone of this browser."
          />
        )}
      </div>
      <TextField
        label="Why"
        value={form.reason}
        onInput={set('reason')}
        error={errorOf('reason')}
        autoFocus
      />
    </>
  );
}

function wrongFields({ time, until, reason }: Form): Readonly<Record<string, string>> {
  return {
    ...(time === CHOSEN && Number.isNaN(Date.parse(until)) ? { until: 'is not a date with a time' } : {}),
    ...(reason.trim() === '' ? { reason: 'is empty; say why, for whoever wonders why it is quiet' } : {}),
  };
}

/** The rule of a tenant is known by its name only within the tenant. */
function bodyOf(
  { rule, subject, time, until, reason }: Form,
  rules: readonly AlertRule[],
): ArgumentsOf<'alertSilences.create'>[0] {
  const named = rules.find(({ id }) => id === rule);
  const tenant = named?.platform_id ?? null;
  return {
    rule: named?.name ?? null,
    subject: subject.trim() === '' ? null : subject.trim(),
    reason: reason.trim(),
    ...(time === CHOSEN ? { until: new Date(until).toISOString() } : { duration_ms: Number(time) }),
    ...(tenant !== null && seesAllTenants() ? { platform_id: tenant } : {}),
  };
}
