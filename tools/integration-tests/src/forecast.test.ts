import { QueryInvalid, trigger } from '@scheduler/contracts';
import { at, recorder, scene } from './test-support/scene.js';

const until = at('12:00:00');

it('forecasts everything that is active, page by page, or what belongs to one tenant', async () => {
  const { node } = scene({ handlers: [recorder('work').handler], config: { queues: { default: 3 } } });
  const hourly = trigger.cron('0 * * * *');
  for (let index = 0; index < 1_100; index++)
    await node.scheduler.schedule({ type: 'work', trigger: hourly, tenant: index < 2 ? 'acme' : 'others' });
  const all = await node.forecast({ until });
  expect(all).toMatchObject({ jobs: 1_100, starts: 11 * 1_100 });
  expect(all.collisions).toMatchObject([{ times: 11, waiting: 1_097, slots: 3 }]);
  expect(await node.forecast({ until, tenant: 'acme' })).toMatchObject({ jobs: 2, starts: 22 });
  expect(await node.forecast({ until, queues: ['other'] })).toMatchObject({ jobs: 0 });
});

it('uses the duration of jobs, and the concurrency that operators have set for a queue', async () => {
  const { clock, node } = scene({
    handlers: [recorder('slow', () => clock.advance('3s').then(() => undefined)).handler],
  });
  await node.scheduler.schedule({ type: 'slow', trigger: trigger.cron('*/2 * * * * *'), allowOverlap: true });
  await node.queues.scale('default', 1);
  clock.setTime(at('00:00:02'));
  await node.tick();
  await node.drain();
  const { queues } = await node.forecast({ until: at('00:01:00') });
  expect(queues).toMatchObject([{ queue: 'default', slots: 1, peak: { running: 2 }, isTooNarrow: true }]);
});

it.each([
  [{ until: at('00:00:00') }, /^until: is not in the future/],
  [{ until: new Date('2031-02-01') }, /^until: is too far ahead/],
  [{ until: 'soon' }, /^until: is not a valid date/],
  [{ until, queue: 'mail' }, /^queue: is not known; did you mean 'queues'/],
])('refuses to forecast %j', async (query, message) => {
  const forecast = scene().node.forecast(query as { until: Date });
  await expect(forecast).rejects.toThrow(message);
  await expect(forecast).rejects.toThrow(QueryInvalid);
});
