import { defineHandler } from '@scheduler/contracts';
import { defineWorkflow } from './index.js';
import { scene, START, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

const minutesAfterStart = (date: Date) => (date.getTime() - Date.parse(START)) / 60_000;

describe('a step that calls the handler of a job type', () => {
  /** The minutes at which the attempts of a step started that fails twice. */
  async function attemptsWith(options: { backoff?: { strategy: 'fixed'; delay: string } }) {
    const attempts: number[] = [];
    const send = defineHandler({
      type: 'send_mail',
      backoff: (retry) => `${retry * 7}m`,
      handle: (_, { now, attempt }) => {
        attempts.push(Math.round(minutesAfterStart(now())));
        if (attempt < 3) throw new Error('no connection');
      },
    });
    const mails = defineWorkflow('mails', {}, (w) => void w.job('mail', 'send_mail', undefined, options));
    const { workflows, clock, settle } = await scene({ definitions: [mails], handlers: [send] });
    const { id } = await workflows.start(mails);
    await settle();
    await clock.advance('1h');
    expect((await workflows.waitFor(id)).status).toBe('completed');
    return attempts;
  }

  it('waits before a retry as the handler says', async () => {
    expect(await attemptsWith({})).toEqual([0, 7, 21]);
  });

  it('waits as the step says, where it says so', async () => {
    expect(await attemptsWith({ backoff: { strategy: 'fixed', delay: '2m' } })).toEqual([0, 2, 4]);
  });

  it('publishes the output of the handler as its event, once, and nothing for its rollback', async () => {
    const send = defineHandler({
      type: 'send_mail',
      event: 'mail.sent',
      backoff: () => '7m',
      handle: () => ({ number: 7 }),
    });
    const undos: number[] = [];
    const mails = defineWorkflow('mails', {}, (w) => {
      const mail = w.job('mail', 'send_mail', undefined, {
        rollback: {
          run: ({ now, attempt }) => {
            undos.push(Math.round(minutesAfterStart(now())));
            if (attempt === 1) throw new Error('no connection');
          },
          backoff: { strategy: 'fixed', delay: '1m' },
        },
      });
      w.step(
        'fail',
        () => {
          throw new Error('broken');
        },
        { after: mail, maxRetries: 0 },
      );
    });
    const { workflows, node, clock, settle } = await scene({ definitions: [mails], handlers: [send] });
    const seen: unknown[] = [];
    node.events.subscribe({ names: ['mail.sent'], listener: ({ data }) => void seen.push(data) });
    const { id } = await workflows.start(mails);
    await settle();
    await clock.advance('10m');
    expect((await workflows.waitFor(id)).status).toBe('compensated');
    expect(seen).toEqual([{ number: 7 }]);
    expect(undos).toEqual([0, 1]);
  });
});
