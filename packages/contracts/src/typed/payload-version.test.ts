import { PayloadInvalid, ScheduleInvalid } from '../errors/errors.js';
import { PayloadTooNew } from '../handlers/handler-errors.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob } from '../handlers/job-handler.js';
import { schemaOf, Refused } from '../test-support/schemas.js';
import { defineJob } from './define-job.js';
import type { Upcasters } from './payload-version.js';

interface Version3 {
  readonly given: string;
  readonly family: string;
}

const third = schemaOf<Version3>((value) => {
  const { given, family } = (value ?? {}) as Partial<Version3>;
  if (typeof given !== 'string' || typeof family !== 'string')
    throw new Refused([{ message: 'has no names' }]);
  return { given, family };
});
const upcast: Upcasters = {
  1: (name: string) => ({ name }),
  2: ({ name }: { name: string }) => ({ given: name.split(' ')[0], family: name.split(' ')[1] }),
};
const greet = defineJob({ type: 'greet', payload: third, version: 3, upcast });
const read = { given: 'Ada', family: 'Lovelace' };

describe('versions of payloads (F83)', () => {
  it('are stored with the work, whatever the caller says', () => {
    expect(greet.version).toBe(3);
    expect(greet.request(read).metadata).toEqual({ payload_version: 3 });
    expect(greet.request(read, { metadata: { payload_version: 1 } }).metadata).toEqual({
      payload_version: 3,
    });
    expect(greet.changes({ metadata: { payload_version: 1 } }, { payload: read }).metadata).toEqual({
      payload_version: 3,
    });
  });

  it.each([
    ['1, since it names none', 'Ada Lovelace', {}],
    ['1', 'Ada Lovelace', { payload_version: 1 }],
    ['2', { name: 'Ada Lovelace' }, { payload_version: 2 }],
    ['3', read, { payload_version: 3 }],
  ])('are converted step by step to the current one from %s', async (_title, payload, metadata) => {
    expect(greet.payloadOf({ payload, metadata })).toEqual(read);
    expect(() => greet.validate(payload, { metadata })).not.toThrow();
    const seen: unknown[] = [];
    const handler = greet.handler((job) => void seen.push(job.payload));
    await handler.handle({ payload, metadata } as HandledJob, {} as JobContext);
    expect(seen).toEqual([read]);
  });

  it('are expected to be current for a payload that is not stored yet', () => {
    expect(() => greet.validate(read)).not.toThrow();
    expect(() => greet.validate('Ada Lovelace')).toThrow(PayloadInvalid);
  });

  it('of a later build are retried', () => {
    const validate = () => greet.validate(read, { metadata: { payload_version: 4 } });
    expect(validate).toThrow(PayloadTooNew);
    expect(validate).toThrow(expect.objectContaining({ recoverable: true, version: 4, known: 3 }));
  });

  it.each([0, 1.5, '2', true])('of the kind %j are refused', (version) => {
    const metadata = { payload_version: version };
    const validate = () => greet.validate(read, { metadata });
    expect(validate).toThrow('metadata.payload_version: is not a version');
  });

  it('refuse a payload whose upcaster throws or is asynchronous', () => {
    const failing = defineJob({
      type: 'failing',
      payload: third,
      version: 3,
      upcast: {
        1: () => Promise.reject(new Error('late')),
        2: () => {
          throw new TypeError('no name');
        },
      },
    });
    const cause = expect.any(TypeError);
    expect(() => failing.validate({}, { metadata: { payload_version: 2 } })).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID', cause }),
    );
    expect(() => failing.validate({}, { metadata: { payload_version: 2 } })).toThrow(
      'payload of failing: cannot go from version 2 to 3: no name',
    );
    expect(() => failing.validate({}, { metadata: {} })).toThrow('returns a promise');
  });
});

describe('upcasters', () => {
  const define = (version: number, casts?: Upcasters) =>
    defineJob({ type: 'greet', payload: third, version, upcast: casts });
  const same = (payload: unknown) => payload;

  it('are required for every earlier version', () => {
    expect(() => define(2)).toThrow(ScheduleInvalid);
    expect(() => define(2)).toThrow('upcast of greet: has no upcaster from version 1 to 2');
    expect(() => define(3, { 1: same })).toThrow('has no upcaster from version 2 to 3');
    expect(() => define(3, { 1: same, 2: same })).not.toThrow();
  });

  it('are allowed for earlier versions only', () => {
    expect(() => define(2, { 1: same, 2: same })).toThrow('is not an earlier version, got "2"');
    expect(() => define(1, { 0: same })).toThrow('is not an earlier version');
  });

  it.each([0, -1, 1.5, Number.NaN])('need a valid version, not %p', (version) => {
    expect(() => define(version)).toThrow(/^version of greet: is not a version/);
  });
});
