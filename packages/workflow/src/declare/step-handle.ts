/** A step of a workflow: what other steps come after, with the type of its output. */
export interface StepHandle<TOutput = unknown, TName extends string = string> {
  readonly name: TName;
  /** Only for the compiler. */
  readonly '~output'?: () => TOutput;
}

/** A step, by its handle or by its name. */
export type StepRef = StepHandle | string;

export type StepRefs = StepRef | readonly StepRef[];

type EachOf<TRefs> = TRefs extends readonly (infer TRef)[] ? TRef : TRefs;

/** The handles among references to steps. */
export type HandlesOf<TRefs> = Extract<EachOf<TRefs>, StepHandle>;

export type OutputOf<THandle> = THandle extends StepHandle<infer TOutput, string> ? TOutput : unknown;

/** The names of references, in their order. */
export function namesOf(refs: StepRefs | undefined): readonly string[] {
  if (refs === undefined) return [];
  const list = Array.isArray(refs) ? (refs as readonly StepRef[]) : [refs as StepRef];
  return list.map((ref) => (typeof ref === 'string' ? ref : ref.name));
}
