import {
  defineJob,
  type EnqueueRequest,
  type JobHandler,
  jobRequest,
  JobResult,
  type ScheduleDefinition,
  type Scheduler,
  trigger,
} from '@scheduler/contracts';
import { expectTypeOf } from 'expect-type';
import { z } from 'zod';

interface Invoice {
  customer: string;
  dueOn: string;
}

/** An invoice as the schema below returns it. */
interface ReadInvoice {
  customer: string;
  dueOn: Date;
}

const invoiceSchema = z.object({ customer: z.string(), dueOn: z.coerce.date<string>() });
const receiptSchema = z.object({ number: z.number() });

/**
 * The compiler runs these tests, as part of `typecheck`: a line below `@ts-expect-error` that compiles is an error. They are never
 * called, because code that does not compile cannot run.
 */
const bill = defineJob({ type: 'bill', payload: invoiceSchema, result: receiptSchema });
const ping = defineJob({ type: 'ping' });
const greet = defineJob({ type: 'greet', payload: z.string().optional() });
const payload: Invoice = { customer: 'acme', dueOn: '2030-01-31' };
const when = trigger.now();

export const notCompiled = {
  payloads: () => {
    bill.request(payload);
    bill.scheduled({ trigger: when, payload });
    // @ts-expect-error a payload is missing
    bill.request();
    // @ts-expect-error a field is missing
    bill.request({ customer: 'acme' });
    // @ts-expect-error a field has another type
    bill.request({ customer: 7, dueOn: '2030-01-31' });
    // @ts-expect-error a field is not known
    bill.request({ ...payload, currency: 'EUR' });
    // @ts-expect-error what the schema makes of a payload is not what it takes
    bill.request({ customer: 'acme', dueOn: new Date() });
    // @ts-expect-error a payload is missing
    bill.scheduled({ trigger: when });
    // @ts-expect-error a field has another type
    bill.scheduled({ trigger: when, payload: { customer: 'acme', dueOn: 5 } });
    // @ts-expect-error a payload is missing
    bill.changes({ metadata: {} }, { name: 'other' });
    ping.request();
    ping.request(undefined, { queue: 'mail' });
    // @ts-expect-error the job has no payload
    ping.request({ a: 1 });
    // @ts-expect-error the job has no payload
    ping.scheduled({ trigger: when, payload: 5 });
    greet.request();
    greet.request('hello');
    // @ts-expect-error a number is not a text
    greet.request(5);
  },
  options: () => {
    bill.request(payload, { queue: 'mail', runAt: new Date(), unique: true });
    // @ts-expect-error an option is not known
    bill.request(payload, { quue: 'mail' });
    // @ts-expect-error an option of schedules
    bill.request(payload, { missedRuns: 'skip' });
    // @ts-expect-error an option has another type
    bill.request(payload, { maxRetries: 'many' });
    // @ts-expect-error the type is the job's own
    bill.request(payload, { type: 'other' });
    // @ts-expect-error an option is not known
    bill.scheduled({ trigger: when, payload, conurrency: 1 });
    // @ts-expect-error a trigger is missing
    bill.scheduled({ payload });
    // @ts-expect-error a trigger is no text
    bill.scheduled({ trigger: '* * * * *', payload });
    // @ts-expect-error a default is not known
    defineJob({ type: 'bill', defaults: { quue: 'mail' } });
    // @ts-expect-error a field of the definition is not known
    defineJob({ type: 'bill', payloads: invoiceSchema });
    // @ts-expect-error it is no schema
    defineJob({ type: 'bill', payload: { parse: () => 1 } });
  },
  results: () => {
    bill.handler(() => ({ number: 1 }));
    bill.handler(async () => ({ number: 1 }));
    bill.handler(async () => JobResult.success({ number: 1 }));
    bill.handler({ handle: () => JobResult.snoozed('5m'), backoff: () => '1m' });
    bill.handler(async ({ payload: { customer } }) =>
      customer === '' ? JobResult.failure({ error: 'who?' }) : { number: 1 },
    );
    // @ts-expect-error the result has another type
    bill.handler(() => ({ number: 'one' }));
    // @ts-expect-error the result has another type
    bill.handler(async () => ({ number: 'one' }));
    // @ts-expect-error the output has another type
    bill.handler(async () => JobResult.success({ number: 'one' }));
    // @ts-expect-error the output is missing
    bill.handler(() => JobResult.success());
    // @ts-expect-error the result is missing
    bill.handler(() => undefined);
    // @ts-expect-error the result is missing on one way
    bill.handler(({ payload: { customer } }) => (customer === '' ? undefined : { number: 1 }));
    // @ts-expect-error the result has another type
    bill.handler({ handle: () => 'one' });
    // @ts-expect-error an option is not known
    bill.handler({ handle: () => ({ number: 1 }), backof: () => 1 });
    ping.handler(() => undefined);
    ping.handler(() => JobResult.success({ anything: 1 }));
    ping.handler(() => ({ anything: 1 }));
  },
  inputs: async (scheduler: Scheduler) => {
    const [type, at] = ['bill', new Date(0)];
    await scheduler.enqueue(bill.request(payload));
    await scheduler.schedule(bill.scheduled({ trigger: when, payload }));
    await scheduler.scheduleOnce({ type, executeAt: at });
    await scheduler.scheduleRecurring({ type, schedule: '@daily', timezone: 'UTC', endDate: at });
    await scheduler.scheduleRecurring({ type, every: '5m', skipIfOverdue: true });
    // @ts-expect-error an instant is missing
    await scheduler.scheduleOnce({ type });
    // @ts-expect-error executeAt says when
    await scheduler.scheduleOnce({ type, executeAt: at, trigger: when });
    // @ts-expect-error neither schedule nor every
    await scheduler.scheduleRecurring({ type });
    // @ts-expect-error both
    await scheduler.scheduleRecurring({ type, schedule: '@daily', every: '5m' });
    // @ts-expect-error an interval has no zone
    await scheduler.scheduleRecurring({ type, every: '5m', timezone: 'UTC' });
    // @ts-expect-error startDate is its word
    await scheduler.scheduleRecurring({ type, every: '5m', startAt: at });
  },
};

it('types follow the definition from end to end (F18, F74)', () => {
  expectTypeOf(bill.request).returns.toEqualTypeOf<EnqueueRequest<Invoice>>();
  expectTypeOf(bill.scheduled).returns.toEqualTypeOf<ScheduleDefinition<Invoice>>();
  expectTypeOf(bill.payloadOf).returns.toEqualTypeOf<ReadInvoice>();
  expectTypeOf(bill.resultOf).returns.toEqualTypeOf<{ number: number } | null>();
  expectTypeOf(ping.payloadOf).returns.toEqualTypeOf<null>();
  expectTypeOf(ping.resultOf).returns.toBeUnknown();
  const handler = bill.handler((job) => {
    expectTypeOf(job.payload).toEqualTypeOf<ReadInvoice>();
    return { number: 1 };
  });
  expectTypeOf(handler).toEqualTypeOf<JobHandler>();
  const built = jobRequest('a').type('bill').now().payload(payload).build();
  expectTypeOf(built).toEqualTypeOf<ScheduleDefinition<Invoice>>();
  expect(Object.keys(notCompiled)).toEqual(['payloads', 'options', 'results', 'inputs']);
});
