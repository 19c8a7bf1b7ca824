import type { RecurrenceRule } from './recurrence-rule.js';

/** All combinations of the hours, minutes and seconds, sorted, in seconds. */
export function timesOfDay({ hours, minutes, seconds }: RecurrenceRule): readonly number[] {
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3_600 + minute * 60 + second)),
  );
}

/** Where in a sorted set of a given size the n-th are, or the n-th from its end; each once, in order, from 0 on. */
export function choosePositions(size: number, positions: readonly number[]): readonly number[] {
  const chosen = positions
    .map((position) => (position > 0 ? position - 1 : size + position))
    .filter((index) => index >= 0 && index < size);
  return [...new Set(chosen)].sort((one, other) => one - other);
}
