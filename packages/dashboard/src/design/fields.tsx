import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | null;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly kind?: 'text' | 'password' | 'search';
  readonly placeholder?: string;
  readonly lines?: number;
  readonly suggestions?: readonly string[];
  readonly autoFocus?: boolean;
}

/** A text with its label, a hint, and what is wrong with it. */
export function TextField({
  label,
  hint,
  error = null,
  value,
  onInput,
  lines,
  suggestions,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    value,
    placeholder: rest.placeholder,
    'aria-invalid': error !== null,
    'aria-describedby': error !== null || hint !== undefined ? `${id}-note` : undefined,
    spellcheck: false,
    autocomplete: 'off',
    autofocus: rest.autoFocus,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines === undefined ? (
        <input
          {...(shared as object)}
          {...({ type: rest.kind ?? 'text', list: suggestions && `${id}-list` } as object)}
        />
      ) : (
        <textarea {...shared} rows={lines} />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

function FieldNote({ id, error, hint }: { readonly id: string } & Pick<FieldProps, 'error' | 'hint'>) {
  if (error !== null && error !== undefined)
    return (
      <p id={id} class="field-error" role="alert">
        {error}
      </p>
    );
  return hint === undefined ? null : (
    <p id={id} class="hint">
      {hint}
    </p>
  );
}

export interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField({ label, hint, error = null, value, onChange, options }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

export interface InstantFieldProps extends FieldProps {
  /** Such as `2027-03-28T00:00`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A date and a time of day, as the browser lets one choose them. It has no zone: the form says which is meant. */
export function InstantField({ label, hint, error = null, value, onChange }: InstantFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        aria-invalid={error !== null}
        aria-describedby={error !== null || hint !== undefined ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

const SEARCH_PAUSE_MS = 400;

/** A text of a filter. It takes effect when one stops typing, so that the back button does not lead through each letter. */
export function SearchField({
  label,
  value,
  onSearch,
  placeholder,
  suggestions,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
}) {
  const [text, setText] = useState(value);
  const timer = useRef(0);
  // The address may change without this field: by the back button, or by "Clear filters".
  useEffect(() => setText(value), [value]);
  const change = (next: string) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(next.trim()), SEARCH_PAUSE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <TextField
      label={label}
      kind="search"
      value={text}
      onInput={change}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(suggestions === undefined ? {} : { suggestions })}
    />
  );
}

/** One or several of a few values, as buttons. */
export function Choices({
  label,
  options,
  chosen,
  onToggle,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: ComponentChildren }[];
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}) {
  return (
    <div class="choices" role="group" aria-label={label}>
      {options.map(({ value, label: text }) => (
        <button
          key={value}
          type="button"
          class="choice"
          aria-pressed={chosen.includes(value)}
          onClick={() => onToggle(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
