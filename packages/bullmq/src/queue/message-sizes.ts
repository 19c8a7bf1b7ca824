/** The weight of the moving average: each message changes it by this part of the difference. */
const SMOOTHING = 8;
/** The initial guess, which keeps the concurrency low: BullMQ starts nothing before it has fetched as many messages as it may have at once. */
const FIRST_GUESS = 16;
/** The factor by which the concurrency has to differ before it is changed, because BullMQ is slow to change it. */
const MIN_CHANGE_FACTOR = 1.5;

/** Computes how many messages may be taken at once so that they name about as many executions as wanted. */
export class MessageSizes {
  private average = FIRST_GUESS;
  private messages: number;

  constructor(private most: number) {
    this.messages = this.wanted();
  }

  get messagesAtOnce(): number {
    return this.messages;
  }

  /** Adds a message that names `size` executions. Returns whether the number of messages has changed. */
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
    if (high < low * MIN_CHANGE_FACTOR) return false;
    this.messages = wanted;
    return true;
  }

  private wanted(): number {
    return Math.max(1, Math.round(this.most / Math.max(1, this.average)));
  }
}
