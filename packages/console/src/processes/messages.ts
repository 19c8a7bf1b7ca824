/** Why a process is to end, in the words of `schedule:work`. */
export type EndReason =
  'SIGINT' | 'SIGTERM' | 'output closed' | 'replaced' | 'the supervisor is gone' | 'the supervisor gives up';

/** What the supervisor sends to one of its processes. */
export interface StopMessage {
  readonly scheduler: 'stop';
  readonly reason: EndReason;
}

/** What a process sends to its supervisor: `working` once, when it works on its queues, then `memory` again and again. */
export type ProcessMessage =
  | { readonly scheduler: 'working'; readonly node: string; readonly rss: number }
  | { readonly scheduler: 'memory'; readonly rss: number };

export function isStopMessage(message: unknown): message is StopMessage {
  return kindOf(message) === 'stop';
}

export function isProcessMessage(message: unknown): message is ProcessMessage {
  const kind = kindOf(message);
  return kind === 'working' || kind === 'memory';
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'scheduler' in message ? message.scheduler : null;
}
