import type { RecurrenceRule } from './recurrence-rule.js';

/** All combinations of the hours, minutes and seconds, sorted, in seconds. */
export function timesOfDay({ hours, minutes, seconds }: RecurrenceRule): readonly number[] {
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3_600 + minute * 60 + second)),
  );
}

/** The indexes of the n-th elements of a set of `size`, counted from its end if n is negative. Each index once, sorted. */
export function choosePositions(size: number, positions: readonly number[]): readonly number[] {
  const chosen = positions
    .map((position) => (position > 0 ? position - 1 : size + position))
    .filter((index) => index >= 0 && index < size);
  return [...new Set(chosen)].sort((one, other) => one - other);
}
