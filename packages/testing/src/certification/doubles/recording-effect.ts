/**
 * A side effect that nothing guards, such as an e-mail over SMTP: each call of `act` happens, and is recorded.
 *
 * @example
 * const world = () => ({ mails: recordingEffect<{ to: string }>() });
 * // in the handler: await mails.act({ to: 'ann@example.org' });
 */
export class RecordingEffect<TDetail = unknown> {
  private readonly acts: TDetail[] = [];

  async act(detail: TDetail): Promise<void> {
    this.acts.push(structuredClone(detail));
  }

  effects(): readonly TDetail[] {
    return [...this.acts];
  }
}

export function recordingEffect<TDetail = unknown>(): RecordingEffect<TDetail> {
  return new RecordingEffect();
}
