import {
  defineHandler,
  HandlerNotFound,
  type JobHandler,
  JobResult,
  jobType,
  type JsonValue,
  PayloadInvalid,
  PayloadTooNew,
  retry,
  retryAfter,
} from '@scheduler/contracts';
import { HandlerRegistry } from './handlers/handler-registry.js';
import { sampleAttempt } from '../test-support/attempt-services.js';
import { claimedExecution } from '../test-support/samples.js';
import { callHandler, checkPayload } from './call-handler.js';

const type = 'export_report';

function call(...handlers: JobHandler[]) {
  const attempt = sampleAttempt(claimedExecution());
  const publishOutput = async () => undefined;
  return callHandler(attempt, { handlers: new HandlerRegistry(handlers), middleware: null, publishOutput });
}

describe('callHandler', () => {
  it('gives the handler its work and its context, and reads the answer', async () => {
    const handler = defineHandler<{ report: string }>({
      type,
      handle: (job, { attempt, fence }) => JobResult.success({ report: job.payload.report, attempt, fence }),
    });
    expect(await call(handler as JobHandler)).toEqual({
      kind: 'succeeded',
      output: { report: 'sales', attempt: 1, fence: 1 },
    });
  });

  it.each([
    ['throws', () => JSON.parse('{') as never],
    ['rejects', () => Promise.reject(new Error('smtp is down'))],
  ])('takes a handler that %s for one that failed and may be retried', async (_, handle) => {
    expect(await call(defineHandler({ type, handle }))).toMatchObject({
      kind: 'failed',
      retry: true,
      delayMs: null,
    });
  });

  it.each([
    [retry(new Error('smtp is down')), { retry: true, delayMs: null, forceRetry: true }],
    [retryAfter(new Error('smtp is down'), '5m'), { retry: true, delayMs: 300_000, forceRetry: true }],
  ])('tries again what asks for it, and stores the error itself (F144): %s', async (thrown, end) => {
    const handle = () => Promise.reject(thrown);
    expect(await call(defineHandler({ type, handle }))).toEqual({
      kind: 'failed',
      error: new Error('smtp is down'),
      ...end,
    });
  });

  it('ends what asks for a delay that is none', async () => {
    const handle = async () => {
      throw retryAfter(new Error('x'), 'later');
    };
    expect(await call(defineHandler({ type, handle }))).toMatchObject({ kind: 'failed', retry: false });
  });

  it('ends as handler_not_found where nobody supports the type', async () => {
    expect(await call(defineHandler({ type: 'mail', handle: () => undefined }))).toEqual({
      kind: 'handler_not_found',
      error: expect.any(HandlerNotFound),
    });
  });

  it('does not call a handler that refuses the payload (F74)', async () => {
    const handle = jest.fn();
    const validate = () => {
      throw new Error('format is missing');
    };
    expect(await call(defineHandler({ type, handle, validate }))).toEqual({
      kind: 'payload_invalid',
      error: expect.objectContaining({ message: 'payload: is refused by its handler: format is missing' }),
    });
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('a payload that cannot be read here, but perhaps elsewhere', () => {
  it('is tried again, where the error of the handler says so', async () => {
    const handle = jest.fn();
    const error = new PayloadTooNew(type, 2, 1);
    const validate = () => {
      throw error;
    };
    expect(await call(defineHandler({ type, handle, validate }))).toEqual({
      kind: 'failed',
      error,
      retry: true,
      delayMs: null,
    });
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('checkPayload (F75)', () => {
  const work = (payload: JsonValue) => ({ type: jobType(type), payload, metadata: { from: 'test' } });
  const handlerThat = (validate: JobHandler['validate']) =>
    defineHandler({ type, handle: () => undefined, validate });

  it('is content where the handler has nothing to say', () => {
    const seen: unknown[] = [];
    expect(() => checkPayload(defineHandler({ type, handle: () => undefined }), work(1))).not.toThrow();
    expect(() =>
      checkPayload(
        handlerThat((payload, of) => seen.push(payload, of)),
        work({ a: 1 }),
      ),
    ).not.toThrow();
    expect(seen).toEqual([{ a: 1 }, { metadata: { from: 'test' } }]);
  });

  it('passes a PayloadInvalid on as it is', () => {
    const own = new PayloadInvalid({ field: 'payload.format', value: 'pdf', problem: 'is not known' });
    const refuse = () => {
      throw own;
    };
    expect(() => checkPayload(handlerThat(refuse), work(1))).toThrow(own);
  });

  it('passes on what another node may mend', () => {
    const error = new PayloadTooNew(type, 2, 1);
    const refuse = () => {
      throw error;
    };
    expect(() => checkPayload(handlerThat(refuse), work(1))).toThrow(error);
  });

  it('wraps any other error and keeps it as the cause', () => {
    const cause = new TypeError('format is missing');
    const refuse = () => {
      throw cause;
    };
    expect(() => checkPayload(handlerThat(refuse), work(1))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID', cause }),
    );
  });
});
