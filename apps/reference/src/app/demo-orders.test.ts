import type { Clock } from '@scheduler/contracts';
import { SettableClock } from '@scheduler/testing';
import type { NewOrder } from '../domains/fulfilment/fulfilment.service.js';
import { placeDemoOrders } from './demo-orders.js';

describe('placeDemoOrders', () => {
  function setUp(answers: (boolean | Error)[]) {
    const clock = new SettableClock('2027-03-10T12:00:00Z');
    const happened: string[] = [];
    const fulfilment = {
      place: (order: NewOrder) => {
        happened.push(`placed for ${order.country}`);
        return Promise.resolve({ ...order, orderId: order.country });
      },
      approve: (orderId: string, by: string) => {
        happened.push(`${by} decides about ${orderId}`);
        const answer = answers.shift() ?? false;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    };
    const play = () =>
      placeDemoOrders({
        fulfilment,
        clock: clock as Clock,
        print: () => undefined,
        onError: (error) => happened.push(String(error)),
      });
    return { clock, happened, play };
  }

  const placed = ['placed for Norway', 'placed for Chile', 'placed for Atlantis'];

  it('looks until the large order waits for its approval, and approves it once', async () => {
    const { clock, happened, play } = setUp([false, true]);
    await play();
    await clock.advance('10s');
    expect(happened).toEqual([...placed, 'grace decides about Chile', 'grace decides about Chile']);
  });

  it('can be ended early', async () => {
    const { clock, happened, play } = setUp([true]);
    (await play())();
    await clock.advance('10s');
    expect(happened).toEqual(placed);
  });

  it('reports errors', async () => {
    const { clock, happened, play } = setUp([new Error('no')]);
    await play();
    await clock.advance('10s');
    expect(happened.at(-1)).toBe('Error: no');
  });
});
