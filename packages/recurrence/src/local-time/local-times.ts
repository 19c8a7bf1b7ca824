/** The local times of a pattern, before any zone is known. */
export interface LocalTimes {
  /** The first of them that is not before `local`; Infinity: there is none. Seconds of the wall clock, see local-calendar. */
  atOrAfter(local: number): number;
  /** How many of them lie from `from` to before `to`; offered where that takes no longer for many than for few. */
  countBetween?(from: number, to: number): number;
}

/** Those that can be counted. */
export type CountableTimes = LocalTimes & Required<Pick<LocalTimes, 'countBetween'>>;
