import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../theme.js';
import type { ChartData, Plot } from './plot.js';

export type { ChartData, ChartLine } from './plot.js';

/** A chart over time. Its library is loaded with the first one; its place is kept meanwhile, so that nothing jumps. */
export function Chart({ label, data }: { readonly label: string; readonly data: ChartData }) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(data);
  latest.current = data;
  const shape = data.lines.map(({ name, tone, kind }) => [name, tone, kind].join()).join(';');
  const colours = theme.value;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let ended = false;
    const draw = async () => {
      const { drawChart } = await import('./plot.js');
      if (!ended) plot.current = drawChart(element, latest.current);
    };
    draw().catch(() => setFailed(true));
    return () => {
      ended = true;
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape, colours]);
  useEffect(() => plot.current?.update(data), [data]);

  return (
    <figure class="chart" role="img" aria-label={`${label}. ${summaryOf(data)}`}>
      <div ref={place} class="chart-place" />
      {failed && <p class="muted">The chart could not be loaded.</p>}
    </figure>
  );
}

/** What the chart shows, in words. */
function summaryOf({ lines, format }: ChartData): string {
  return lines
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null);
      return known.length === 0 ? `${name}: nothing` : `${name}: at most ${format(Math.max(...known))}`;
    })
    .join('; ');
}
