/** Later messages count more: each by a part of what it differs. */
const SMOOTHING = 8;
/** BullMQ starts nothing before it has fetched all that it may have at once, one after the other: few to begin with. */
const FIRST_GUESS = 16;
/** BullMQ is slow to change its concurrency, so that it is left alone for less than that. */
const WORTH_A_CHANGE = 1.5;

/** How many messages may be taken at once so that they name about as many executions as are wanted. */
export class MessageSizes {
  private average = FIRST_GUESS;
  private messages: number;

  constructor(private most: number) {
    this.messages = this.wanted();
  }

  get messagesAtOnce(): number {
    return this.messages;
  }

  /** A message that names so many. True: another number of messages is right now. */
  add(size: number): boolean {
    this.average += (size - this.average) / SMOOTHING;
    return this.adapt();
  }

  resize(most: number): boolean {
    this.most = most;
    return this.adapt();
  }

  private adapt(): boolean {
    const wanted = this.wanted();
    const [low, high] = wanted < this.messages ? [wanted, this.messages] : [this.messages, wanted];
    if (high < low * WORTH_A_CHANGE) return false;
    this.messages = wanted;
    return true;
  }

  private wanted(): number {
    return Math.max(1, Math.round(this.most / Math.max(1, this.average)));
  }
}
