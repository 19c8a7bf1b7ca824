import type {
  AnswerOf,
  ArgumentsOf,
  Execution,
  ItemOf,
  Job,
  OperationName,
  SchedulerClient,
} from './index.js';

/** What must not compile is marked; the compiler refuses a mark where nothing is wrong. Nothing of it runs. */
export async function wrong(client: SchedulerClient, job: Job): Promise<void> {
  // @ts-expect-error -- there is no such operation
  await client.jobs.explode(job.id);
  // @ts-expect-error -- a name is missing
  await client.jobs.createCron({ schedule: '0 9 * * *', handler_name: 'greet' });
  // @ts-expect-error -- a field that is misspelt
  await client.jobs.update(job.id, { descripton: 'x' });
  // @ts-expect-error -- no such status
  await client.executions.list({ status: 'exploded' });
  // @ts-expect-error -- a trigger of no kind
  await client.jobs.create({ handler_name: 'greet', trigger: { kind: 'sometimes' } });
  // @ts-expect-error -- a read has no revision to match
  await client.jobs.get(job.id, {}, { ifMatch: job });
  // @ts-expect-error -- this write looks at no revision
  await client.jobs.run(job.id, { ifMatch: job });
  // @ts-expect-error -- its answer has a secret, so that it takes no key
  await client.keys.create({ name: 'ci', permissions: [] }, { idempotencyKey: 'k' });
  // @ts-expect-error -- a job has no pages
  client.iterate('jobs.get', job.id);
  // @ts-expect-error -- the stream is read with client.events.stream
  await client.send('events.stream');
  // @ts-expect-error -- answers are not changed
  job.name = 'other';
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const same: readonly true[] = [
  true satisfies Same<AnswerOf<'jobs.get'>, Job>,
  true satisfies Same<ItemOf<'jobs.list'>, Job>,
  true satisfies Same<ItemOf<'executions.list'>, Execution>,
  true satisfies Same<ArgumentsOf<'jobs.get'>[0], string>,
  true satisfies Same<Extract<OperationName, 'events.stream'>, never>,
  true satisfies Same<AnswerOf<'jobs.pause'>, void>,
];

it('the types say what the API says', () => {
  expect(same).toHaveLength(6);
});
