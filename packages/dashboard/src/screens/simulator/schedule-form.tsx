import { WEEKDAYS } from '@scheduler/contracts';
import { Choices, SelectField, TextField } from '../../design/fields.jsx';
import { type FieldErrors, KIND_NAMES, SCHEDULE_KINDS, type ScheduleInput, UNITS } from './schedule-input.js';
import { ZONES } from './zoned-time.js';

interface Props {
  readonly input: ScheduleInput;
  readonly errors: FieldErrors;
  readonly onChange: (changes: Partial<ScheduleInput>) => void;
}

/** The fields of a schedule, each with what is wrong with it. */
export function ScheduleForm({ input, errors, onChange }: Props) {
  return (
    <div class="form">
      <Choices
        label="Kind of schedule"
        options={SCHEDULE_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
        chosen={[input.kind]}
        onToggle={(kind) => onChange({ kind: kind as ScheduleInput['kind'] })}
      />
      <When input={input} errors={errors} onChange={onChange} />
      {input.kind !== 'every' && <Zone input={input} errors={errors} onChange={onChange} />}
    </div>
  );
}

function When(props: Props) {
  const { input, errors, onChange } = props;
  switch (input.kind) {
    case 'cron':
      return (
        <TextField
          label="Cron expression"
          value={input.expression}
          lines={2}
          error={errors['expression'] ?? null}
          hint="minute hour day month weekday, or six fields with seconds first. Several lines run at all of their instants."
          onInput={(expression) => onChange({ expression })}
        />
      );
    case 'every':
      return (
        <TextField
          label="Every"
          value={input.duration}
          error={errors['duration'] ?? null}
          hint="a duration such as 15m, 6h or 1d12h, counted from the start of the year"
          onInput={(duration) => onChange({ duration })}
        />
      );
    case 'rrule':
      return (
        <TextField
          label="Rule"
          value={input.rule}
          lines={3}
          error={errors['rule'] ?? null}
          hint="RFC 5545, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
          onInput={(rule) => onChange({ rule })}
        />
      );
    case 'calendar':
      return <Calendar {...props} />;
  }
}

function Calendar({ input, errors, onChange }: Props) {
  const { unit, weekdays } = input;
  return (
    <>
      <div class="form-row">
        <TextField
          label="Every"
          value={input.every}
          error={errors['every'] ?? null}
          onInput={(every) => onChange({ every })}
        />
        <SelectField
          label="Unit"
          value={unit}
          onChange={(value) => onChange({ unit: value as ScheduleInput['unit'] })}
          options={UNITS.map((value) => ({ value, label: value }))}
        />
        <TextField
          label="At"
          value={input.at}
          error={errors['at'] ?? null}
          placeholder="HH:MM"
          onInput={(at) => onChange({ at })}
        />
        {(unit === 'month' || unit === 'year') && (
          <TextField
            label="Day of the month"
            value={input.day}
            error={errors['day'] ?? null}
            placeholder="1"
            onInput={(day) => onChange({ day })}
          />
        )}
      </div>
      {unit === 'week' && (
        <Choices
          label="Weekdays"
          options={WEEKDAYS.map((day) => ({ value: day, label: day.slice(0, 3) }))}
          chosen={weekdays}
          onToggle={(day) =>
            onChange({
              weekdays: WEEKDAYS.filter((each) => (each === day) !== weekdays.includes(each)),
            })
          }
        />
      )}
    </>
  );
}

function Zone({ input, errors, onChange }: Props) {
  return (
    <div class="form-row">
      <TextField
        label="Zone"
        value={input.zone}
        error={errors['zone'] ?? null}
        suggestions={ZONES}
        onInput={(zone) => onChange({ zone })}
      />
      <SelectField
        label="A time that does not exist"
        value={input.gap}
        onChange={(gap) => onChange({ gap: gap as ScheduleInput['gap'] })}
        options={[
          { value: 'after', label: 'runs after the gap' },
          { value: 'skip', label: 'is left out' },
        ]}
      />
      <SelectField
        label="A time that comes twice"
        value={input.repeat}
        onChange={(repeat) => onChange({ repeat: repeat as ScheduleInput['repeat'] })}
        options={[
          { value: 'first', label: 'runs the first time' },
          { value: 'last', label: 'runs the second time' },
          { value: 'both', label: 'runs both times' },
        ]}
      />
    </div>
  );
}
