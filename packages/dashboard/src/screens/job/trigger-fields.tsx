import { SelectField, TextField } from '../../design/fields.jsx';
import type { Previewed } from '../../triggers/preview-trigger.js';
import type { Draft } from './edit-draft.js';

const KINDS = [
  { value: 'cron', label: 'cron expression' },
  { value: 'every', label: 'interval' },
  { value: 'rrule', label: 'recurrence rule' },
];
const STARTS: Readonly<Record<string, string>> = {
  cron: '0 9 * * *',
  every: '60',
  rrule: 'FREQ=DAILY;BYHOUR=9',
};
const LABELS: Readonly<Record<string, string>> = {
  cron: 'Cron expressions, one a line',
  every: 'Minutes between two runs',
  rrule: 'Recurrence rule',
};
const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly previewed: Previewed | null;
}

/** The fields of a trigger, with what is wrong at the field where it is. */
export function TriggerFields({ draft, set, previewed }: Props) {
  const { kind, text, zone } = draft;
  const isKnown = KINDS.some(({ value }) => value === kind);
  const problem = previewed === null ? 'This is no JSON.' : previewed.ok ? null : previewed.problem;
  const isOfZone = previewed?.ok === false && previewed.field.endsWith('zone');
  const hasZone = kind === 'cron' || kind === 'rrule';
  return (
    <>
      <div class="form-row">
        <SelectField
          label="Trigger"
          value={kind}
          options={isKnown ? KINDS : [{ value: kind, label: kind }, ...KINDS]}
          onChange={(next) => set({ kind: next, text: STARTS[next] ?? text })}
        />
        {hasZone && (
          <TextField
            label="Zone"
            value={zone}
            onInput={(next) => set({ zone: next })}
            suggestions={ZONES}
            error={isOfZone ? problem : null}
          />
        )}
      </div>
      <TextField
        label={LABELS[kind] ?? 'Trigger as JSON'}
        value={text}
        {...(kind === 'every' ? {} : { lines: kind === 'cron' ? Math.max(2, text.split('\n').length) : 4 })}
        onInput={(next) => set({ text: next })}
        error={isOfZone ? null : problem}
      />
    </>
  );
}
