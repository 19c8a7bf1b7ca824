import { type WorkflowRun, type WorkflowStepState } from '@scheduler/contracts';
import { defineWorkflow } from './define/define-workflow.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

const statuses = ({ steps }: WorkflowRun) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, { status }]: [string, WorkflowStepState]) => [name, status]),
  );

describe('steps that are functions (F183)', () => {
  it('run one after the other, and read the outputs of what they come after', async () => {
    const seen: unknown[] = [];
    const onboarding = defineWorkflow<{ email: string }>('user_onboarding', {}, (w) => {
      const account = w.step('create_account', ({ input }) => ({ userId: `id of ${input.email}` }));
      const welcome = w.step('send_welcome', ({ outputs }) => `welcome ${outputs(account).userId}`, {
        after: account,
      });
      w.step('notify_team', ({ outputs, context }) => void seen.push(outputs(welcome), context), {
        after: [account, welcome],
      });
    });
    const { workflows, settle } = await scene({ definitions: [onboarding] });
    const { id } = await workflows.start(onboarding, { email: 'ada@example.com' });
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('completed');
    expect(statuses(run)).toEqual({
      create_account: 'succeeded',
      send_welcome: 'succeeded',
      notify_team: 'succeeded',
    });
    expect(seen).toEqual([
      'welcome id of ada@example.com',
      {
        email: 'ada@example.com',
        userId: 'id of ada@example.com',
        send_welcome: 'welcome id of ada@example.com',
      },
    ]);
  });
});
