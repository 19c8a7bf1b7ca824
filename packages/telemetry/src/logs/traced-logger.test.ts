import { Writable } from 'node:stream';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ConfigurationInvalid } from '@scheduler/contracts';
import pino from 'pino';
import winston from 'winston';
import { tracedLogger } from './traced-logger.js';

type Line = Readonly<Record<string, unknown>>;

function stream(lines: Line[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
}

const LOGGERS: Readonly<Record<string, (lines: Line[]) => unknown>> = {
  pino: (lines) => pino({ level: 'debug' }, stream(lines)),
  winston: (lines) =>
    winston.createLogger({
      level: 'debug',
      format: winston.format.json(),
      transports: [new winston.transports.Stream({ stream: stream(lines) })],
    }),
};

beforeAll(() => context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());

describe.each(Object.entries(LOGGERS))('lines of %s', (_, make) => {
  it('have the ids of the active span, beside their own fields (F222)', () => {
    const lines: Line[] = [];
    const logger = tracedLogger(make(lines));
    const span = new BasicTracerProvider().getTracer('test').startSpan('request');
    const { traceId, spanId } = span.spanContext();
    context.with(trace.setSpan(context.active(), span), () => {
      logger.warn('slow', { ms: 5 });
      logger.info('done');
    });
    logger.debug('alone');
    logger.error('alone', { ms: 6 });
    const ids = { trace_id: traceId, span_id: spanId, trace_flags: '01' };
    const said = lines.map(({ message, msg, ...rest }) => ({ text: message ?? msg, ...rest }));
    expect(said[0]).toMatchObject({ text: 'slow', ms: 5, ...ids });
    expect(said[1]).toMatchObject({ text: 'done', ...ids });
    expect(said[2]).toMatchObject({ text: 'alone' });
    expect(said[3]).toMatchObject({ text: 'alone', ms: 6 });
    for (const line of said.slice(2)) expect(line).not.toHaveProperty('trace_id');
  });
});

it('refuses what is no logger', () => {
  expect(() => tracedLogger({ log: () => undefined })).toThrow(ConfigurationInvalid);
});
