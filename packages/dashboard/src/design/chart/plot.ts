import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartLine {
  readonly name: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'warn' | 'calm' | 'accent';
  readonly kind: 'bars' | 'line';
  /** One for each instant. Null: there is none. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Instants in milliseconds, rising. */
  readonly at: readonly number[];
  readonly lines: readonly ChartLine[];
  /** A value as a text, for the axis and the words of the chart. */
  readonly format: (value: number) => string;
  /** Steps of the axis where those of decimal numbers would look odd. */
  readonly steps?: readonly number[];
}

export interface Plot {
  update(data: ChartData): void;
  destroy(): void;
}

const HEIGHT = 200;

/** Draws into the element, and follows its width. */
export function drawChart(element: HTMLElement, data: ChartData): Plot {
  const plot = new uPlot(optionsOf(element, data), tableOf(data), element);
  const observer = new ResizeObserver(() => plot.setSize({ width: widthOf(element), height: HEIGHT }));
  observer.observe(element);
  return {
    update: (next) => plot.setData(tableOf(next)),
    destroy: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

const widthOf = (element: HTMLElement): number => Math.max(200, element.clientWidth);

/** Bars stand on one another, so that each begins where the one before it ends; the highest is drawn first. */
function tableOf({ at, lines }: ChartData): uPlot.AlignedData {
  const below = at.map(() => 0);
  const stacked = lines.map(({ kind, values }) =>
    kind === 'line'
      ? [...values]
      : values.map((value, index) => (below[index] = (below[index] ?? 0) + (value ?? 0))),
  );
  return [at.map((ms) => ms / 1_000), ...stacked.reverse()];
}

function optionsOf(element: HTMLElement, { at, lines, format, steps }: ChartData): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => resolved(element, `var(--${name})`);
  const axis = {
    stroke: color('muted'),
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: widthOf(element),
    height: HEIGHT,
    padding: [12, 22, 0, 0],
    legend: { show: true, live: false },
    cursor: { drag: { x: false, y: false }, y: false },
    // The last bucket is as wide as the others.
    scales: {
      x: { range: (_plot, low, high) => [low, high + bucketOf(at)] },
      y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] },
    },
    axes: [
      { ...axis, size: 32, values: (_plot, values) => values.map((value) => instantText(value, spanOf(at))) },
      {
        ...axis,
        size: 64,
        values: (_plot, values) => values.map(format),
        ...(steps && { incrs: [...steps] }),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, color(line.tone))).reverse()],
  };
}

const DAY_S = 86_400;
const bucketOf = ([first = 0, second = first]: readonly number[]): number => (second - first) / 1_000;
const spanOf = (at: readonly number[]): number => ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000;
const HOURS = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

function instantText(seconds: number, span: number): string {
  return (span <= 2 * DAY_S ? HOURS : DAYS).format(new Date(seconds * 1_000));
}

/** A line of many values needs no points, and one of a single value is nothing else. */
const isSparse = (values: ChartLine['values']): boolean =>
  values.filter((value) => value !== null).length <= 12;

function seriesOf({ name, kind, values }: ChartLine, color: string): uPlot.Series {
  if (kind === 'line')
    return {
      label: name,
      stroke: color,
      width: 2,
      points: { show: isSparse(values), size: 5 },
      spanGaps: true,
    };
  const paths = uPlot.paths.bars?.({ size: [0.7, 40], align: 1 });
  return {
    label: name,
    fill: color,
    stroke: color,
    width: 0,
    points: { show: false },
    ...(paths && { paths }),
  };
}

/** A canvas knows no variables of the style sheet. */
function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
