/** The median of the values. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that a `share` (0 to 1) of the values does not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Calls per second of a function, measured over at least `forMs`. `call(count)` makes that many calls. */
export function callsPerSecond(call, forMs) {
  let count = 1;
  for (;;) {
    const started = performance.now();
    call(count);
    const tookMs = performance.now() - started;
    if (tookMs >= forMs) return (count / tookMs) * 1000;
    count = Math.max(count + 1, Math.ceil(tookMs < 1 ? count * 8 : (count * forMs * 1.2) / tookMs));
  }
}

/**
 * Medians over interleaved repetitions: each contestant is measured in every round, so that a slow moment of the machine affects all of
 * them alike. `contestants` maps names to functions that measure once.
 */
export function interleaved(contestants, rounds) {
  const samples = new Map(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contestants)) samples.get(name).push(measure());
  }
  return Object.fromEntries([...samples].map(([name, values]) => [name, median(values)]));
}
