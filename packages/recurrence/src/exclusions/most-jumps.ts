/** How many excluded stretches a search skips before it gives up: more than the number of weekends in the Gregorian cycle. */
export const MOST_JUMPS = 25_000;
