const BARS = '▁▂▃▄▅▆▇█';

/** One character for each value, from the lowest bar for little to the highest for the most. Nothing and zero are a dot. */
export function sparkline(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => {
      if (value === null || value <= 0) return '·';
      return BARS[Math.ceil((value / most) * BARS.length) - 1] ?? '·';
    })
    .join('');
}
