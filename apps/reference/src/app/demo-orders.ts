import type { Clock } from '@scheduler/contracts';
import type { FulfilmentService } from '../domains/fulfilment/fulfilment.service.js';

export interface DemoOrdersParts {
  readonly fulfilment: Pick<FulfilmentService, 'place' | 'approve'>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

const LOOKS_EVERY_MS = 1_000;

/** Places an order that goes through, one that somebody must approve, and one that is undone. Returns a function that ends it early. */
export async function placeDemoOrders(parts: DemoOrdersParts): Promise<() => void> {
  const { fulfilment, print } = parts;
  const lamps = { product: 'desk-lamp', quantity: 2, totalCents: 9_800 };
  const small = await fulfilment.place({ ...lamps, email: 'mallory@example.com', country: 'Norway' });
  print(`order ${small.orderId} was placed, and will be shipped`);
  const large = await fulfilment.place({
    product: 'standing-desk',
    quantity: 12,
    totalCents: 718_800,
    email: 'trent@example.com',
    country: 'Chile',
  });
  print(`order ${large.orderId} was placed, and is so large that Grace must approve it`);
  const lost = await fulfilment.place({ ...lamps, email: 'nemo@example.com', country: 'Atlantis' });
  print(`order ${lost.orderId} was placed, and will be undone: no carrier delivers to Atlantis`);
  return approveOnceAsked(large.orderId, parts);
}

/** Looks again until the order waits for the approval, as somebody does who reads a list of open decisions. */
function approveOnceAsked(
  orderId: string,
  { fulfilment, clock, print, onError }: DemoOrdersParts,
): () => void {
  let ended = false;
  const look = () =>
    clock.setTimer({ delayMs: LOOKS_EVERY_MS, callback: () => void approve().catch(onError) });
  const approve = async () => {
    if (await fulfilment.approve(orderId, 'grace')) return print(`order ${orderId} is approved by Grace`);
    if (!ended) timer = look();
  };
  let timer = look();
  return () => {
    ended = true;
    timer.cancel();
  };
}
