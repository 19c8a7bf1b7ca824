/**
 * What a check file exports, as `defineHandlerCheck` of `@scheduler/testing` makes it. The console knows no more of it, so that it needs no
 * testing tools itself: they belong to the application, as its tests do.
 */
export interface HandlerCheck {
  readonly type: string;
  run(overrides: HandlerCheckOverrides): Promise<HandlerCheckReport>;
}

export interface HandlerCheckOverrides {
  readonly payload?: unknown;
  readonly seeds?: number;
  readonly only?: string;
}

export interface HandlerCheckReport {
  readonly safe: boolean;
  toString(): string;
}

export function isHandlerCheck(value: unknown): value is HandlerCheck {
  if (typeof value !== 'object' || value === null) return false;
  const { type, run } = value as Readonly<Record<string, unknown>>;
  return typeof type === 'string' && typeof run === 'function';
}
