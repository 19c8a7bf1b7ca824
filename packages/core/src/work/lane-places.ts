/** Places of a lane that a settlement may fill. */
export interface LaneOffer {
  readonly limit: number;
  /** Called when the settlement has ended. */
  withdraw(): void;
}

/** Places of a lane that are not free, because a claim or a settlement which is on its way may fill them. */
export class LanePlaces {
  private claiming = 0;
  /** What settlements may fill beside what is kept. */
  private offered = 0;
  private kept = 0;
  private passedOver = false;

  /** How many are taken from what a claim may ask for. */
  get taken(): number {
    return this.offered + this.kept;
  }

  /** A round of claims has begun. `limit`: how many it asks for in this lane; 0: it passes over it. */
  claimBegins(limit: number): void {
    this.claiming = limit;
    this.passedOver = limit === 0;
  }

  claimEnds(): void {
    this.claiming = 0;
  }

  /** Whether the last round of claims has passed over the lane, so that something may wait of which nobody has told. */
  get wasPassedOver(): boolean {
    return this.passedOver;
  }

  /** Steps of workflows have left their slots, or come: places are kept for those that come next. */
  keep(count: number): void {
    this.kept += count;
  }

  /** Nothing comes any more, or it has come. */
  free(count: number): void {
    this.kept -= count;
  }

  /** What a settlement of so many steps may fill, of `room` further places that the lane has. */
  offer(steps: number, room: number): LaneOffer {
    const more = Math.max(0, room - this.claiming);
    this.offered += more;
    return { limit: Math.min(steps, this.kept) + more, withdraw: () => void (this.offered -= more) };
  }
}
