import { type EndReason, isStopMessage, type ProcessMessage } from './messages.js';

/** Set by the supervisor for its processes. Together with the channel it says that somebody is in charge of this process. */
export const SUPERVISED_VARIABLE = 'SUPERVISED_SCHEDULER_PROCESS';

const MEMORY_EVERY_MS = 1_000;

/** The side of a process of `schedule:work --processes` that talks to its supervisor. */
export class SupervisorLink {
  private timer: NodeJS.Timeout | null = null;
  private readonly onMessage = (message: unknown) => {
    if (isStopMessage(message)) this.request(message.reason);
  };
  /** A supervisor that is gone starts nobody again and passes no signal on: its processes end in order. */
  private readonly onDisconnect = () => this.request('the supervisor is gone');
  /** The supervisor decides what a hang-up means; a process that ended here would be work that was cut off. */
  private readonly onHangUp = () => undefined;

  private constructor(private readonly request: (reason: EndReason) => void) {
    process.on('message', this.onMessage);
    process.on('disconnect', this.onDisconnect);
    process.on('SIGHUP', this.onHangUp);
  }

  /** Null: nobody supervises this process. */
  static connect(
    env: Readonly<Record<string, string | undefined>>,
    request: (reason: EndReason) => void,
  ): SupervisorLink | null {
    return env[SUPERVISED_VARIABLE] === undefined || process.send === undefined
      ? null
      : new SupervisorLink(request);
  }

  /** Says that this process works, and from now on how much memory it has. */
  works(node: string): void {
    this.send({ scheduler: 'working', node, rss: process.memoryUsage.rss() });
    const report = () => this.send({ scheduler: 'memory', rss: process.memoryUsage.rss() });
    this.timer = setInterval(report, MEMORY_EVERY_MS).unref();
  }

  dispose(): void {
    if (this.timer !== null) clearInterval(this.timer);
    process.off('message', this.onMessage);
    process.off('disconnect', this.onDisconnect);
    process.off('SIGHUP', this.onHangUp);
    // An open channel would keep the process alive.
    if (process.connected) process.disconnect();
  }

  private send(message: ProcessMessage): void {
    // The supervisor may be gone at any instant; the event `disconnect` is what ends this process.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  }
}
