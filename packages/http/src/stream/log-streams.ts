import type { LoggedEvent, Timer } from '@scheduler/contracts';
import type { FollowedEvents, SchedulerNode } from '@scheduler/core';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';

export interface LogStreamsParts {
  readonly node: Pick<SchedulerNode, 'eventLog' | 'clock'>;
  /** Streams of one principal at once. */
  readonly most: number;
  readonly heartbeatMs: number;
}

export interface LogStreamRequest {
  readonly principal: Principal;
  readonly query: FollowedEvents;
  /** An event as the principal may see it. */
  readonly view: (event: LoggedEvent) => unknown;
  /** Whether the credential still lets it in. Asked at each heartbeat. */
  readonly isStillAllowed: () => Promise<boolean>;
}

const encoder = new TextEncoder();

/** Streams of the event log. Each event has its position as its id, so that a client goes on exactly where it was. */
export class LogStreams {
  private readonly open = new Map<AbortController, string>();
  private isClosed = false;

  constructor(private readonly parts: LogStreamsParts) {}

  /** Throws a problem 429 for one stream too many, and 503 once they have ended. */
  follow({ principal, query, view, isStillAllowed }: LogStreamRequest): ReadableStream<Uint8Array> {
    const ending = this.admit(principal);
    const events = this.parts.node.eventLog.follow(query, { signal: ending.signal });
    const end = () => {
      ending.abort();
      this.open.delete(ending);
    };
    let heartbeat: Timer | null = null;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(encoder.encode(': welcome\n\n'));
        const beat = () => {
          heartbeat = this.parts.node.clock.setTimer({
            delayMs: this.parts.heartbeatMs,
            callback: () => void check(),
          });
        };
        const check = async () => {
          const isAllowedStill = await isStillAllowed().catch(() => false);
          if (ending.signal.aborted) return;
          if (!isAllowedStill) return end();
          controller.enqueue(encoder.encode(': heartbeat\n\n'));
          beat();
        };
        beat();
      },
      pull: async (controller) => {
        const next = await events.next().catch((error: unknown) => ({ done: true, value: error }) as const);
        if (next.done !== true) return controller.enqueue(encoder.encode(textOf(next.value, view)));
        heartbeat?.cancel();
        end();
        if (next.value !== undefined) controller.enqueue(encoder.encode('event: reset\ndata: {}\n\n'));
        controller.close();
      },
      cancel: () => {
        heartbeat?.cancel();
        end();
      },
    });
  }

  /** Ends all streams, and opens none any more. */
  close(): void {
    this.isClosed = true;
    for (const ending of this.open.keys()) ending.abort();
    this.open.clear();
  }

  private admit({ kind, id, tenant }: Principal): AbortController {
    if (this.isClosed)
      throw new HttpError(503, 'SHUTTING_DOWN', 'this process is about to end; listen to another one', {
        headers: { 'retry-after': '5' },
      });
    const owner = JSON.stringify([kind, id, tenant]);
    const count = [...this.open.values()].filter((each) => each === owner).length;
    if (count >= this.parts.most)
      throw new HttpError(
        429,
        'TOO_MANY_STREAMS',
        `this credential has ${count} streams already; close one`,
        { headers: { 'retry-after': '30' } },
      );
    const ending = new AbortController();
    this.open.set(ending, owner);
    return ending;
  }
}

function textOf(event: LoggedEvent, view: (event: LoggedEvent) => unknown): string {
  return `id: ${event.position}\nevent: ${event.name}\ndata: ${JSON.stringify(view(event))}\n\n`;
}
