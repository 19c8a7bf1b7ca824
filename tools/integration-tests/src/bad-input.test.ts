import {
  defineHandler,
  type InputError,
  JobResult,
  type ScheduleDefinition,
  type SchedulerError,
  trigger,
} from '@scheduler/contracts';
import { at, recorder, scene } from './test-support/scene.js';

const valid = { type: 'work', trigger: trigger.cron('0 9 * * *') };
const deep = (levels: number): unknown => (levels === 0 ? 1 : { down: deep(levels - 1) });

const picky = defineHandler({
  type: 'picky',
  handle: () => JobResult.success(),
  validate: (payload) => {
    if (typeof (payload as { name?: unknown } | null)?.name !== 'string') throw new Error('name is missing');
  },
});

function setUp() {
  return scene({ handlers: [recorder('work').handler, picky] });
}

async function refusal(work: Promise<unknown>): Promise<SchedulerError> {
  return work.then(
    () => Promise.reject(new Error('it was accepted')),
    (error: SchedulerError) => error,
  );
}

/** Each line: a title, the input, the code of the error, and what the message must name. */
const REFUSED: readonly [string, unknown, string, readonly string[]][] = [
  ['an unknown trigger', { ...valid, trigger: { kind: 'moon' } }, 'SCHEDULE_INVALID', ['trigger', 'cron']],
  ['no trigger', { type: 'work' }, 'SCHEDULE_INVALID', ['trigger']],
  [
    'a bad cron expression',
    { ...valid, trigger: trigger.cron('61 * * * *') },
    'SCHEDULE_INVALID',
    ['Invalid cron expression', '61'],
  ],
  [
    'a cron expression with too few fields',
    { ...valid, trigger: trigger.cron('* *') },
    'SCHEDULE_INVALID',
    ['* *'],
  ],
  [
    'a date that never comes',
    { ...valid, trigger: trigger.cron('0 0 30 2 *') },
    'SCHEDULE_INVALID',
    ['0 0 30 2 *'],
  ],
  [
    'a bad zone',
    { ...valid, trigger: trigger.cron('0 9 * * *', { zone: 'Mars/Base' }) },
    'SCHEDULE_INVALID',
    ['zone', 'Mars/Base'],
  ],
  [
    'an end before its start',
    { ...valid, startAt: at('10:00:00'), endAt: at('09:00:00') },
    'SCHEDULE_INVALID',
    ['endAt', 'startAt'],
  ],
  [
    'an instant in the past',
    { ...valid, trigger: trigger.once(new Date('2020-01-01T00:00:00Z')) },
    'SCHEDULE_INVALID',
    ['execute_at must be in the future', '2020-01-01'],
  ],
  [
    'an invalid date',
    { ...valid, trigger: trigger.once(new Date('never')) },
    'SCHEDULE_INVALID',
    ['trigger.at', 'an invalid date'],
  ],
  ['a negative timeout', { ...valid, timeout: -5 }, 'SCHEDULE_INVALID', ['timeout', '-5', 'negative']],
  ['a timeout of nothing', { ...valid, timeout: 0 }, 'SCHEDULE_INVALID', ['timeout', '0']],
  [
    'a timeout that is not a duration',
    { ...valid, timeout: 'soon' },
    'SCHEDULE_INVALID',
    ['timeout', 'soon', '5m'],
  ],
  ['negative retries', { ...valid, maxRetries: -1 }, 'SCHEDULE_INVALID', ['maxRetries', '-1']],
  [
    'an interval below a second',
    { ...valid, trigger: { kind: 'every', durationMs: 10 } },
    'SCHEDULE_INVALID',
    ['trigger.durationMs', '10'],
  ],
  [
    'a priority that is none',
    { ...valid, priority: 'urgent' },
    'SCHEDULE_INVALID',
    ['priority', 'urgent', 'critical'],
  ],
  ['a job type that is not a name', { ...valid, type: '../x' }, 'SCHEDULE_INVALID', ['type', '../x']],
  [
    'an unknown option',
    { ...valid, maxRetrys: 3 },
    'SCHEDULE_INVALID',
    ['maxRetrys', "did you mean 'maxRetries'"],
  ],
  ['a name with control characters', { ...valid, name: 'a\u001b[31m' }, 'SCHEDULE_INVALID', ['name']],
  ['a queue that is not a name', { ...valid, queue: 'a b' }, 'SCHEDULE_INVALID', ['queue', 'a b']],
  ['something that is not a definition', null, 'SCHEDULE_INVALID', ['definition']],
  [
    'an unknown job type',
    { ...valid, type: 'unheard_of' },
    'HANDLER_NOT_FOUND',
    ['unheard_of', 'picky, work'],
  ],
  ['the type __proto__', { ...valid, type: '__proto__' }, 'SCHEDULE_INVALID', ['__proto__']],
  ['the type constructor', { ...valid, type: 'constructor' }, 'HANDLER_NOT_FOUND', ['constructor']],
  [
    'a payload that is not JSON',
    { ...valid, payload: { when: new Date(0) } },
    'PAYLOAD_INVALID',
    ['payload.when', 'Date'],
  ],
  [
    'a payload with a function',
    { ...valid, payload: { run: () => 1 } },
    'PAYLOAD_INVALID',
    ['payload.run', 'function'],
  ],
  [
    'a payload that is too big',
    { ...valid, payload: 'x'.repeat(256 * 1024) },
    'PAYLOAD_INVALID',
    ['payload', 'too big', '256 KB'],
  ],
  [
    'a payload that is too deep',
    { ...valid, payload: deep(33) },
    'PAYLOAD_INVALID',
    ['payload.down', 'too deep', '32'],
  ],
  [
    'a payload with __proto__',
    { ...valid, payload: JSON.parse('{"a":{"__proto__":{"polluted":1}}}') },
    'PAYLOAD_INVALID',
    ['payload.a.__proto__'],
  ],
  [
    'a payload that its handler refuses',
    { type: 'picky', trigger: trigger.now(), payload: {} },
    'PAYLOAD_INVALID',
    ['payload', 'name is missing'],
  ],
  ['metadata that is not an object', { ...valid, metadata: [1] }, 'SCHEDULE_INVALID', ['metadata']],
];

it.each(REFUSED)(
  'refuses %s with a typed error that names it, and stores nothing',
  async (_title, definition, code, named) => {
    const { node, store } = setUp();
    const error = await refusal(node.scheduler.schedule(definition as ScheduleDefinition));
    expect(error.code).toBe(code);
    for (const part of named) expect(error.message).toContain(part);
    expect((await node.scheduler.list()).total).toBe(0);
    expect(await store.schedules.nextDueAt()).toBeNull();
  },
);

it('names every field that is wrong at once', async () => {
  const { node } = setUp();
  const definition = { ...valid, timeout: -1, maxRetries: 'x' } as unknown as ScheduleDefinition;
  const error = (await refusal(node.scheduler.schedule(definition))) as InputError;
  expect(error.issues.map(({ field }) => field).sort()).toEqual(['maxRetries', 'timeout']);
});

it('never changes Object.prototype, whatever the input', async () => {
  const { node } = setUp();
  await refusal(
    node.scheduler.schedule({ ...valid, payload: JSON.parse('{"__proto__":{"polluted":true}}') as unknown }),
  );
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it('refuses a second job with the same id, and with the same name while the first has not ended', async () => {
  const { node } = setUp();
  await node.scheduler.schedule({ ...valid, id: 'one', name: 'daily' });
  await expect(node.scheduler.schedule({ ...valid, id: 'one' })).rejects.toMatchObject({
    code: 'JOB_ALREADY_EXISTS',
    field: 'id',
    value: 'one',
  });
  await expect(node.scheduler.schedule({ ...valid, name: 'daily' })).rejects.toMatchObject({
    code: 'JOB_ALREADY_EXISTS',
    field: 'name',
    value: 'daily',
  });
  await node.scheduler.cancel('daily');
  await expect(node.scheduler.schedule({ ...valid, name: 'daily' })).resolves.toMatchObject({
    status: 'active',
  });
});

it('refuses to pause what is not active and to resume what is not paused, naming the status (F100)', async () => {
  const { node } = setUp();
  await node.scheduler.schedule({ ...valid, name: 'daily', enabled: false });
  await expect(node.scheduler.pause('daily')).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    from: 'paused',
    to: 'paused',
  });
  await node.scheduler.resume('daily');
  await expect(node.scheduler.resume('daily')).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    from: 'active',
    to: 'active',
  });
});

it('refuses operations on a job or execution that does not exist', async () => {
  const { node } = setUp();
  for (const ask of [
    node.scheduler.get('nobody'),
    node.scheduler.pause('nobody'),
    node.scheduler.cancel('nobody'),
    node.scheduler.unschedule('nobody'),
    node.scheduler.runNow('nobody'),
    node.scheduler.history('nobody'),
    node.scheduler.update('nobody', { name: 'somebody' }),
  ]) {
    await expect(ask).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', reference: 'nobody' });
  }
  await expect(node.scheduler.getExecution('x')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  await expect(node.scheduler.cancelExecution('x')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  expect(await node.scheduler.find('nobody')).toBeNull();
});

it('refuses a query that cannot be answered', async () => {
  const { node } = setUp();
  await expect(node.scheduler.list({ limit: 0 })).rejects.toMatchObject({ code: 'QUERY_INVALID' });
  await expect(node.scheduler.list({ sortBy: 'payload' as never })).rejects.toThrow(
    /sortBy.*createdAt, nextRunAt, name, priority/,
  );
  await expect(node.scheduler.list({ statuses: ['done' as never] })).rejects.toThrow(/statuses\.0/);
});

it('refuses a caller transaction on a store that has none', async () => {
  const { node } = setUp();
  await node.open();
  const transaction = {};
  await expect(node.scheduler.schedule(valid, { transaction })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
  await expect(node.scheduler.enqueue({ type: 'work' }, { transaction })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
  expect((await node.scheduler.list()).total).toBe(0);
});
