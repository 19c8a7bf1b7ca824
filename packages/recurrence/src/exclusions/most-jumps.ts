/** How often a search passes over what is excluded before it gives up: more than the Gregorian cycle has weekends. */
export const MOST_JUMPS = 25_000;
