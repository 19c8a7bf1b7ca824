/** The local times of a pattern, before any zone is known. */
export interface LocalTimes {
  /** The first local time that is not before `local`, in seconds of the wall clock (see local-calendar). Infinity: there is none. */
  atOrAfter(local: number): number;
  /** The number of local times from `from` up to, but without, `to`. Missing where they could only be counted by enumeration. */
  countBetween?(from: number, to: number): number;
}

/** Local times that can be counted without enumeration. */
export type CountableTimes = LocalTimes & Required<Pick<LocalTimes, 'countBetween'>>;
