/** What happens at a local time that daylight saving skips (`gap`) or repeats (`repeat`). It applies to fixed times only. */
export interface DstPolicy {
  /** `after`: once, at the first instant after the gap. `skip`: not at all. */
  readonly gap: 'after' | 'skip';
  /** Which of the two instants with the same local time counts. */
  readonly repeat: 'first' | 'both' | 'last';
}

export const DEFAULT_DST_POLICY: DstPolicy = Object.freeze({ gap: 'after', repeat: 'first' });

export const DEFAULT_ZONE = 'UTC';

export interface ZoneOptions {
  readonly zone?: string;
  readonly dst?: Partial<DstPolicy>;
}

export function dstPolicy(dst: Partial<DstPolicy> | undefined): DstPolicy {
  return dst === undefined ? DEFAULT_DST_POLICY : { ...DEFAULT_DST_POLICY, ...dst };
}

/** The options that triggers were built with. What the caller left open has a default, which must not look like a choice. */
const given = new WeakMap<object, ZoneOptions>();

/** Notes the zone and the daylight saving policy that a trigger was built with. */
export function builtWith<TTrigger extends object>(trigger: TTrigger, { zone, dst }: ZoneOptions): TTrigger {
  given.set(trigger, { ...(zone !== undefined && { zone }), ...(dst !== undefined && { dst }) });
  return trigger;
}

/** The options that a trigger was built with. Undefined: it was not made by a builder. */
export function optionsOf(trigger: object): ZoneOptions | undefined {
  return given.get(trigger);
}
