import type { EventLog } from '@scheduler/contracts/adapter';
import { type DeliveryParts, errorOfDelivery } from './deliver-events.js';
import type { ReaderHold } from './reader-hold.js';
import type { EventLetter } from './reader-state.js';

/** Delivers the dead letters that somebody has asked to deliver once more. What fails stays a dead letter. */
export async function deliverLetters(
  parts: DeliveryParts,
  hold: ReaderHold,
  log: Pick<EventLog, 'find'>,
): Promise<void> {
  for (const letter of hold.place.state.letters.filter(({ retry }) => retry)) {
    const { position } = letter;
    const event = await log.find({ position, tenant: null });
    const attempts = letter.attempts + 1;
    const error = event === null ? 'the event was deleted' : await errorOfDelivery(parts, event, attempts);
    const failed: EventLetter = { ...letter, retry: false, attempts, error: error ?? '' };
    await hold.update(({ position: at, state }) => ({
      position: at,
      state: {
        ...state,
        letters: state.letters.flatMap((kept) =>
          kept.position !== position ? [kept] : error === null ? [] : [failed],
        ),
      },
    }));
  }
}
