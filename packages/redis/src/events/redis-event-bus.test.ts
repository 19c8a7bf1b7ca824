import type { BusEvent } from '@scheduler/contracts';
import { runEventBusConformance } from '@scheduler/testing';
import { onRedis } from '../test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';

onRedis((redis) => {
  runEventBusConformance('redis', () => redis.eventBusHarness());

  it('reaches other processes, in order, and tells its own once', async () => {
    const keyPrefix = redis.newPrefix();
    const [here, there] = [await redis.eventBusHarness(keyPrefix), await redis.eventBusHarness(keyPrefix)];
    const heard = { here: [] as string[], there: [] as string[] };
    here.events.subscribe({ names: ['step'], listener: ({ data }) => heard.here.push(String(data['n'])) });
    there.events.subscribe({ names: [], listener: ({ data }) => heard.there.push(String(data['n'])) });
    const event = (n: number, name = 'step'): BusEvent => ({
      name,
      at: new Date(0),
      tenant: null,
      data: { n },
    });
    let sent = 0;
    // Until the other one has begun to read.
    await eventually('an event on the other node', async () => {
      await here.events.publish({ events: [event((sent += 1)), event(0, 'scheduler:execution.started')] });
      return heard.there.length > 0;
    });
    const first = Number(heard.there[0]);
    await here.events.publish({ events: [event(sent + 1), event(sent + 2)] });
    await eventually('the last event on the other node', () => heard.there.at(-1) === String(sent + 2));
    const all = Array.from({ length: sent + 2 }, (_, index) => String(index + 1));
    expect(heard.there).toEqual(all.slice(first - 1));
    expect(heard.here).toEqual(all);
    await here.close?.();
    await there.close?.();
  });
});
