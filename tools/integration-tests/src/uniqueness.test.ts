import { type HandlerAnswer, JobResult, type UniqueInput } from '@scheduler/contracts';
import { recorder, scene } from './test-support/scene.js';

describe('work that is unique for a period (F157)', () => {
  async function runTwice(unique: UniqueInput, answer: HandlerAnswer = JobResult.success()) {
    const work = recorder('work', () => answer);
    const { node, clock } = scene({ handlers: [work.handler] });
    const enqueue = () =>
      node.scheduler.enqueue({ type: 'work', payload: { customer: 7 }, unique, maxRetries: 0 });
    await enqueue();
    await node.drain();
    const again = await enqueue();
    await clock.advance('25h');
    const nextDay = await enqueue();
    return [again.status, nextDay.status];
  }

  it.each<[UniqueInput, string]>([
    [{ by: ['args'], period: '1d' }, 'skipped'],
    [{ by: ['args'], period: '1d', states: ['completed'] }, 'skipped'],
    [{ by: ['args'], period: '1d', states: ['scheduled', 'running'] }, 'pending'],
    [{ by: ['args'], period: '1d', states: [] }, 'pending'],
  ])('%j after a success: %s', async (unique, status) => {
    const [again] = await runTwice(unique);
    expect(again).toBe(status);
  });

  it('is free again after the period', async () => {
    expect(await runTwice({ by: ['args'], period: '1d' })).toEqual(['skipped', 'pending']);
  });

  it.each<[UniqueInput, string]>([
    [{ by: ['args'], period: '1d' }, 'skipped'],
    [{ by: ['args'], period: '1d', states: ['completed'] }, 'pending'],
  ])('%j after a failure: %s', async (unique, status) => {
    const failure = JobResult.failure({ error: new Error('no'), retry: false });
    expect((await runTwice(unique, failure))[0]).toBe(status);
  });
});
