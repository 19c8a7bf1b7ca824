import type { JobContext, JsonObject, LogLevel } from '@scheduler/contracts';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

export interface FakeContext extends JobContext {
  readonly lines: readonly LogLine[];
  readonly abort: (reason: Error) => void;
}

export const NOON = new Date('2027-03-10T12:00:00Z');

/** The context of a first attempt at noon, with overrides. */
export function fakeContext(overrides: Partial<JobContext> = {}): FakeContext {
  const lines: LogLine[] = [];
  const controller = new AbortController();
  const line =
    (level: LogLevel) =>
    (message: string, fields: JsonObject = {}) => {
      lines.push({ level, message, fields });
    };
  return {
    executionId: 'execution-1',
    attempt: 1,
    maxAttempts: 4,
    scheduledAt: NOON,
    startedAt: NOON,
    lateness: 'on_time',
    occurrence: 1,
    fence: 1,
    idempotencyKey: 'execution-1',
    workflow: null,
    node: 'test-node',
    signal: controller.signal,
    completeIn: async () => undefined,
    emit: () => undefined,
    progress: () => undefined,
    checkpoint: async () => undefined,
    step: async (_name, run) => run(),
    lastCheckpoint: null,
    now: () => NOON,
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    values: new Map(),
    ...overrides,
    lines,
    abort: (reason) => controller.abort(reason),
  };
}
