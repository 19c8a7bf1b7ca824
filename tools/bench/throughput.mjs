/** The rows that every database suite has; `measureThroughput` fills them. */
export const THROUGHPUT = [
  { name: 'enqueue 1 by 1 (jobs/s)', metric: 'oneByOne' },
  { name: 'enqueue 10 in flight (jobs/s)', metric: 'inFlight' },
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain10' },
  { name: 'drain c=50 (jobs/s)', metric: 'drain50' },
  { name: 'drain c=10, 100,000 waiting (jobs/s)', metric: 'drainMany' },
  { name: 'drain c=10, node (CPU µs/job)', metric: 'nodeMicros' },
  { name: 'drain c=10, server (CPU µs/job)', metric: 'serverMicros' },
  { name: 'drain c=10, log of the server (bytes/job)', metric: 'walBytes' },
  { name: 'drain c=10, longest pause of the event loop (ms)', metric: 'pauseMs' },
];

/**
 * Measures one contestant once.
 *
 * @param sizes the number of jobs: `oneByOne`, `inFlight` and `bulk`, and `many` for a further drain
 */
export async function measureThroughput(side, sizes) {
  const fill = (count) => side.measure('bulk', { count, batch: 500 });
  await side.measure('warmUp');
  const oneByOne = await side.measure('oneByOne', { count: sizes.oneByOne });
  const inFlight = await side.measure('inFlight', { count: sizes.inFlight, width: 10 });
  await side.measure('drain', { count: sizes.oneByOne + sizes.inFlight, concurrency: 10 });
  const bulk = await fill(sizes.bulk);
  const drain10 = await side.measure('drain', { count: sizes.bulk, concurrency: 10 });
  await fill(sizes.bulk);
  const drain50 = await side.measure('drain', { count: sizes.bulk, concurrency: 50 });
  if (sizes.many !== undefined) await fill(sizes.many);
  const drainMany =
    sizes.many === undefined ? {} : await side.measure('drain', { count: sizes.many, concurrency: 10 });
  return {
    oneByOne: oneByOne.perSecond,
    inFlight: inFlight.perSecond,
    bulk: bulk.perSecond,
    drain10: drain10.perSecond,
    drain50: drain50.perSecond,
    drainMany: drainMany.perSecond,
    nodeMicros: drain10.nodeMicros,
    serverMicros: drain10.serverMicros,
    walBytes: drain10.walBytes,
    pauseMs: drain10.pauseMs,
  };
}
