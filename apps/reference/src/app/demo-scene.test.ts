import type { Clock } from '@scheduler/contracts';
import { SettableClock } from '@scheduler/testing';
import type { OnboardingService } from '../domains/onboarding/onboarding.service.js';
import type { TicketService } from '../domains/tickets/ticket.service.js';
import { playDemoScene } from './demo-scene.js';

describe('playDemoScene', () => {
  function setUp(resolve: () => Promise<null> = () => Promise.resolve(null)) {
    const clock = new SettableClock('2027-03-10T12:00:00Z');
    const happened: string[] = [];
    const tickets = {
      create: ({ title }: { title: string }) => {
        happened.push(`opened ${title}`);
        return Promise.resolve({ id: title });
      },
      resolve: (id: string) => {
        happened.push(`resolved ${id}`);
        return resolve();
      },
    } as unknown as TicketService;
    const onboarding = {
      signUp: ({ name }: { name: string }) => {
        happened.push(`signed up ${name}`);
        return Promise.resolve({ name });
      },
    } as unknown as OnboardingService;
    const play = () =>
      playDemoScene({
        tickets,
        onboarding,
        clock: clock as Clock,
        print: () => undefined,
        onError: (error) => happened.push(String(error)),
      });
    return { clock, happened, play };
  }

  it('opens two tickets and resolves one in time', async () => {
    const { clock, happened, play } = setUp();
    await play();
    await clock.advance('10s');
    expect(happened).toEqual([
      'signed up Ada',
      'opened The printer burns',
      'opened Where is my invoice?',
      'resolved Where is my invoice?',
    ]);
  });

  it('can be ended early', async () => {
    const { clock, happened, play } = setUp();
    (await play())();
    await clock.advance('10s');
    expect(happened).toHaveLength(3);
  });

  it('reports errors', async () => {
    const { clock, happened, play } = setUp(() => Promise.reject(new Error('no')));
    await play();
    await clock.advance('10s');
    expect(happened.at(-1)).toBe('Error: no');
  });
});
