import { defineHandler } from '@scheduler/contracts';
import { defineWorkflow, type MapContext, type RollbackContext, type StepContext } from './index.js';
import { scene, stopScenes } from './test-support/scene.js';

// These tests are checked by the compiler as well: what they mark as an error has to be one.
afterEach(stopScenes);

interface Customer {
  readonly email: string;
}

describe('functions of steps that were written elsewhere', () => {
  const greet = ({ outputs }: StepContext) => `hello ${outputs<{ id: number }>('account')?.id}`;
  const mail = ({ input }: StepContext<Customer>) => input.email.length;
  const isWanted = ({ attempt }: StepContext) => attempt > 0;
  const undo = ({ output, input }: RollbackContext<number, Customer>) =>
    void [output?.toFixed(), input.email];
  const double = ({ item }: MapContext<number>) => item * 2;

  it('are taken for steps that come after others, which keep their types', async () => {
    const seen: unknown[] = [];
    const orders = defineWorkflow<Customer>('orders', {}, (w) => {
      const account = w.step('account', () => ({ id: 7 }));
      const greeting = w.step('greeting', greet, { after: account });
      const length = w.step('length', mail, { after: [account, greeting], rollback: undo, when: isWanted });
      const first = w.step('first', greet, { after: account, afterAny: [greeting, length] });
      const doubles = w.map('doubles', () => [1, 2], double, { after: [account, first] });
      const approved = w.approval('approved', { after: doubles, when: () => false });
      const asleep = w.sleep('asleep', (context: StepContext) => context.attempt, { after: approved });
      w.job('job', 'any', (context: StepContext) => context.step, { after: asleep, when: () => false });
      w.step(
        'last',
        ({ outputs }) => {
          const sure: string = outputs(greeting);
          const numbers: readonly number[] = outputs(doubles);
          // @ts-expect-error -- it has a condition, and may have been skipped
          const maybe: number = outputs(length);
          // @ts-expect-error -- the step does not come after it
          const neverCalled = () => outputs(account);
          seen.push(sure, numbers, maybe, typeof neverCalled);
        },
        { after: [greeting, doubles, length] },
      );
    });
    const { workflows, settle } = await scene({
      definitions: [orders],
      handlers: [defineHandler({ type: 'any', handle: () => undefined })],
    });
    await workflows.start(orders, { email: 'ada' });
    await settle();
    expect(seen).toEqual(['hello 7', [2, 4], 3, 'function']);
  });

  it('are refused where they want another input', () => {
    defineWorkflow<{ readonly id: number }>('others', {}, (w) => {
      const account = w.step('account', () => 7);
      // @ts-expect-error -- the workflow has no email
      w.step('mail', mail, { after: account });
    });
  });
});
