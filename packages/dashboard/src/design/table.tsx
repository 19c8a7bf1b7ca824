import type { ComponentChildren } from 'preact';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Figures stand right; `wide` takes what is left; `tight` never breaks. */
  readonly kind?: 'figure' | 'wide' | 'tight' | 'main';
}

export interface TableProps<T> {
  /** What the table lists, for those who cannot see it. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  readonly select?: Selection;
}

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** A table; on narrow screens each row becomes a card with the titles of the columns in it. */
export function Table<T>({ label, rows, columns, keyOf, select }: TableProps<T>) {
  const keys = rows.map(keyOf);
  return (
    <div class="table-frame">
      <table aria-label={label}>
        <thead>
          <tr>
            {select !== undefined && (
              <th class="select">
                <SelectAll keys={keys} {...select} />
              </th>
            )}
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {select !== undefined && <SelectCell id={keyOf(row)} {...select} />}
              {columns.map(({ title, cell, kind }) => (
                <td key={title} data-title={title} class={kind}>
                  <div class="cell">{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll({ keys, selected, onSelect }: Selection & { readonly keys: readonly string[] }) {
  const all = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={all}
      onChange={() => onSelect(new Set(all ? [] : keys))}
    />
  );
}

function SelectCell({ id, selected, onSelect }: Selection & { readonly id: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <td class="select">
      <input type="checkbox" aria-label={`Select ${id}`} checked={selected.has(id)} onChange={toggle} />
    </td>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Names and values of one thing. What is null, undefined or false is left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | null)[] }) {
  return (
    <dl class="facts">
      {facts
        .filter((fact) => fact !== null)
        .filter(({ value }) => value !== null && value !== undefined && value !== false)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
