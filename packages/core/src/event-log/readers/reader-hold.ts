import type { Clock } from '@scheduler/contracts';
import type { EventCheckpoint, EventLog, StoreTime } from '@scheduler/contracts/adapter';
import { newReaderState, readReaderState, type ReaderKind, type ReaderState } from './reader-state.js';

export interface HoldParts {
  readonly log: Pick<EventLog, 'checkpoint' | 'saveCheckpoint' | 'bounds'>;
  readonly node: string;
  readonly storeTime: Pick<StoreTime, 'now'>;
  readonly clock: Clock;
  readonly leaseMs: number;
}

interface Named {
  readonly kind: ReaderKind;
  readonly name: string;
  readonly from: 'now' | 'beginning';
}

/** A place in the log, and what is remembered there. */
export interface ReaderPlace {
  readonly position: string | null;
  readonly state: ReaderState;
}

/** Another node has taken over, or somebody has asked to begin again: what is under way is of no use any more. */
export class HoldLost extends Error {}

/** The right of one node to read on under a name: a lease in the checkpoint, which every write of it renews. */
export class ReaderHold {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly parts: HoldParts,
    private readonly name: string,
    private revision: number,
    private kept: ReaderPlace,
  ) {}

  get place(): ReaderPlace {
    return this.kept;
  }

  get storedRevision(): number {
    return this.revision;
  }

  /** Null: another node holds it, or was faster. */
  static async take(parts: HoldParts, reader: Named): Promise<ReaderHold | null> {
    const stored = await parts.log.checkpoint({ name: reader.name });
    const { position, state } =
      stored === null ? await firstPlace(parts, reader) : placeOf(stored, reader.kind);
    const now = parts.storeTime.now();
    const { holder, heldUntilMs } = state;
    if (holder !== null && holder !== parts.node && heldUntilMs > now) return null;
    const hold = new ReaderHold(parts, reader.name, stored?.revision ?? 0, { position, state });
    // A lease that is good for some time need not be written again.
    if (holder === parts.node && heldUntilMs - now > parts.leaseMs / 2) return hold;
    return (await hold.write(hold.kept)) ? hold : null;
  }

  /** Changes what is kept, one change after the other. Throws HoldLost. */
  update(change: (place: ReaderPlace) => ReaderPlace): Promise<void> {
    const next = this.last.then(() => this.tryToUpdate(change));
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Gives the right back, so that another node need not wait for its end. */
  async release(): Promise<void> {
    await this.update(({ position, state }) => ({ position, state: { ...state, holder: null } })).catch(
      (error: unknown) => {
        if (!(error instanceof HoldLost)) throw error;
      },
    );
  }

  private async tryToUpdate(change: (place: ReaderPlace) => ReaderPlace): Promise<void> {
    for (;;) {
      if (await this.write(change(this.kept))) return;
      await this.readAgain();
    }
  }

  /** Somebody else has written: a command, which leaves us the right, or a node that has taken over. */
  private async readAgain(): Promise<void> {
    const stored = await this.parts.log.checkpoint({ name: this.name });
    const { kind, replay } = this.kept.state;
    const place = stored === null ? null : placeOf(stored, kind);
    const isOurs = place?.state.holder === this.parts.node && place.state.replay === replay;
    if (stored === null || place === null || !isOurs)
      throw new HoldLost('the reader is held by another node');
    this.revision = stored.revision;
    this.kept = place;
  }

  private async write({ position, state: given }: ReaderPlace): Promise<boolean> {
    const { log, node, storeTime, leaseMs } = this.parts;
    const isReleased = given.holder === null && this.kept.state.holder === node;
    const lease = isReleased
      ? { holder: null, heldUntilMs: 0 }
      : { holder: node, heldUntilMs: storeTime.now() + leaseMs };
    const state = { ...given, ...lease };
    const expectedRevision = this.revision === 0 ? null : this.revision;
    const isSaved = await log.saveCheckpoint({ name: this.name, position, state, expectedRevision });
    if (!isSaved) return false;
    this.revision += 1;
    this.kept = { position, state };
    return true;
  }
}

async function firstPlace({ log }: HoldParts, { kind, from }: Named): Promise<ReaderPlace> {
  const position = from === 'now' ? (await log.bounds()).latest : null;
  return { position, state: newReaderState(kind) };
}

function placeOf({ position, state }: EventCheckpoint, kind: ReaderKind): ReaderPlace {
  return { position, state: readReaderState(state) ?? newReaderState(kind) };
}
