import type { Clock } from '@scheduler/contracts';
import type { OnboardingService } from '../domains/onboarding/onboarding.service.js';
import type { TicketService } from '../domains/tickets/ticket.service.js';

export interface DemoParts {
  readonly tickets: Pick<TicketService, 'create' | 'resolve'>;
  readonly onboarding: Pick<OnboardingService, 'signUp'>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

const SLA = '4s';
const RESOLVED_AFTER_MS = 2_000;

/** Plays what people do in a back office within a few seconds. Returns a function that ends it early. */
export async function playDemoScene({
  tickets,
  onboarding,
  clock,
  print,
  onError,
}: DemoParts): Promise<() => void> {
  const ada = await onboarding.signUp({ name: 'Ada', email: 'ada@example.com', zone: 'Europe/London' });
  print(`${ada.name} signed up: seven mails, one every two seconds`);
  const forgotten = await tickets.create({
    title: 'The printer burns',
    reporter: 'bob@example.com',
    sla: SLA,
  });
  print(`ticket ${forgotten.id} was opened, and nobody will resolve it within its SLA of ${SLA}`);
  const solved = await tickets.create({
    title: 'Where is my invoice?',
    reporter: 'eve@example.com',
    sla: SLA,
  });
  print(`ticket ${solved.id} was opened, and will be resolved in time`);
  const timer = clock.setTimer({
    delayMs: RESOLVED_AFTER_MS,
    callback: () => {
      print(`ticket ${solved.id} is resolved`);
      tickets.resolve(solved.id).catch(onError);
    },
  });
  return () => timer.cancel();
}
