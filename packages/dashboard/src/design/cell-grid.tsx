import { useRef, useState } from 'preact/hooks';
import { TOP_LEVEL } from './levels.js';
import './cell-grid.css';

export interface GridCell {
  readonly key: string;
  /** How dark it is, from 0 for nothing to 6 for the most. */
  readonly level: number;
  /** What it stands for, in words. */
  readonly label: string;
  /** Something besides its darkness: an outline that tells of trouble, or a dot for a remark. */
  readonly mark?: 'bad' | 'warn' | 'note';
}

export interface GridRow {
  readonly key: string;
  readonly label: string;
  /** One for each column. Undefined: there is nothing in this place. */
  readonly cells: readonly (GridCell | undefined)[];
}

export interface CellGridProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Each so many columns have their name shown. */
  readonly namedEvery?: number;
  readonly rows: readonly GridRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

type Place = readonly [row: number, column: number];

/** Cells by row and column, such as days and hours. It is one stop of the Tab key: the arrow keys move inside, Enter chooses. */
export function CellGrid({ label, columns, namedEvery = 1, rows, chosen, onChoose }: CellGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [wanted, setFocused] = useState<Place>([0, 0]);
  const focused = cellAt(rows, wanted) === undefined ? firstPlace(rows) : wanted;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = nextPlace(rows, focused, step);
    setFocused(next);
    grid.current?.querySelector<HTMLButtonElement>(`[data-place="${next.join('-')}"]`)?.focus();
  };
  return (
    <div
      ref={grid}
      class={`cell-grid columns-${columns.length}`}
      role="grid"
      aria-label={label}
      onKeyDown={move}
    >
      <div class="cell-row cell-heads" role="row">
        <span role="columnheader" class="cell-label">
          <span class="visually-hidden">{label}</span>
        </span>
        {columns.map((name, index) => (
          <span key={name} role="columnheader">
            <span class={index % namedEvery === 0 ? undefined : 'visually-hidden'}>{name}</span>
          </span>
        ))}
      </div>
      {rows.map((row, number) => (
        <div key={row.key} class="cell-row" role="row">
          <span class="cell-label" role="rowheader">
            {row.label}
          </span>
          {row.cells.map((cell, column) =>
            cell === undefined ? (
              <span key={column} role="gridcell" aria-label="none" />
            ) : (
              <button
                key={cell.key}
                type="button"
                role="gridcell"
                class={`grid-cell level-${cell.level} ${cell.mark === undefined ? '' : `mark-${cell.mark}`}`}
                tabIndex={focused[0] === number && focused[1] === column ? 0 : -1}
                data-place={`${number}-${column}`}
                aria-selected={cell.key === chosen}
                aria-label={cell.label}
                title={cell.label}
                onFocus={() => setFocused([number, column])}
                onClick={() => onChoose(cell.key)}
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const cellAt = (rows: readonly GridRow[], [row, column]: Place) => rows[row]?.cells[column];

function firstPlace(rows: readonly GridRow[]): Place {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell !== undefined));
  return [Math.max(0, row), Math.max(0, rows[row]?.cells.findIndex((cell) => cell !== undefined) ?? 0)];
}

/** The next place in that direction that has a cell, or the same one at the edge. */
function nextPlace(rows: readonly GridRow[], [row, column]: Place, [down, right]: Place): Place {
  const next: Place = [row + down, column + right];
  return cellAt(rows, next) === undefined ? [row, column] : next;
}

const ALL_LEVELS = Array.from({ length: TOP_LEVEL + 1 }, (_, level) => level);

export function CellLegend({ least, most }: { readonly least: string; readonly most: string }) {
  return (
    <p class="cell-legend" aria-hidden="true">
      <span>{least}</span>
      {ALL_LEVELS.map((level) => (
        <span key={level} class={`grid-cell level-${level}`} />
      ))}
      <span>{most}</span>
    </p>
  );
}
