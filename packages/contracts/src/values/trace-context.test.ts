import { formatTraceparent, readTraceparent, traceIdsOf, validTrace } from './trace-context.js';
import { traceFromText, traceToText } from './trace-text.js';

const TRACE = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: null,
  flags: 1,
  state: null,
};
const HEADER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('traceparent (F222)', () => {
  it('is read and written as W3C Trace Context says', () => {
    expect(readTraceparent(HEADER)).toEqual(TRACE);
    expect(readTraceparent(HEADER, 'a=1')).toEqual({ ...TRACE, state: 'a=1' });
    expect(formatTraceparent(TRACE)).toBe(HEADER);
  });

  it.each([
    ['nothing', undefined],
    ['no text', 7],
    ['upper case', HEADER.toUpperCase()],
    ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span of zeros', `00-${TRACE.traceId}-${'0'.repeat(16)}-01`],
    ['the version that is forbidden', HEADER.replace(/^00/, 'ff')],
    ['more than version 00 has', `${HEADER}-more`],
    ['less than there has to be', HEADER.slice(0, 40)],
  ])('is no context: %s', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });

  it('may go on in later versions', () => {
    expect(readTraceparent(`${HEADER.replace(/^00/, '01')}-more`)).toEqual(TRACE);
  });

  it('goes without a tracestate that is too long or has control characters', () => {
    for (const state of ['x'.repeat(513), 'a=\n', 7]) expect(readTraceparent(HEADER, state)).toEqual(TRACE);
  });
});

it('takes from a tracer what is valid', () => {
  const parentSpanId = '53995c3f42cd8ad8';
  expect(validTrace({ ...TRACE, parentSpanId })).toEqual({ ...TRACE, parentSpanId });
  expect(validTrace({ ...TRACE, parentSpanId: 'nonsense' })).toEqual(TRACE);
  expect(validTrace({ ...TRACE, traceId: 'nonsense' })).toBeNull();
  expect(validTrace(null)).toBeNull();
});

it.each([
  TRACE,
  { ...TRACE, parentSpanId: '53995c3f42cd8ad8' },
  { ...TRACE, state: 'vendor=a b,c=2' },
  { ...TRACE, parentSpanId: '53995c3f42cd8ad8', state: 'vendor=a b', flags: 3 },
])('is kept in one text', (trace) => {
  expect(traceFromText(traceToText(trace))).toEqual(trace);
});

it('is null where a stored text is no context', () => {
  for (const text of [null, undefined, '', 'nonsense', `${HEADER.slice(0, 50)} -`])
    expect(traceFromText(text)).toBeNull();
});

it('names the trace of an execution, or what its metadata say of one (F222)', () => {
  expect(traceIdsOf({ trace: TRACE, metadata: { trace_id: 'other' } })).toEqual(TRACE);
  expect(traceIdsOf({ trace: null, metadata: { trace_id: 't1', parent_span_id: 'p1', span_id: 7 } })).toEqual(
    {
      traceId: 't1',
      spanId: null,
      parentSpanId: 'p1',
    },
  );
});
