/** Sets of small integers as bit masks: bit n stands for the value n. */

/** The smallest member. The mask must not be empty. */
export function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** The smallest member that is not below `from`, which is at most 31. -1: there is none. */
export function nextBit(mask: number, from: number): number {
  const rest = mask & (-1 << from);
  return rest === 0 || from > 31 ? -1 : lowestBit(rest);
}

/** The mask of all values below `value`. */
export const below = (value: number): number => (1 << value) - 1;

const HALF = 30;

/** A set of 0–59 in two halves, because bit operations work on 32 bits. */
export class MinuteSet {
  private readonly low: number;
  private readonly high: number;
  readonly first: number;

  constructor(values: Iterable<number>) {
    let low = 0;
    let high = 0;
    for (const value of values) {
      if (value < HALF) low |= 1 << value;
      else high |= 1 << (value - HALF);
    }
    this.low = low;
    this.high = high;
    this.first = this.next(0);
  }

  has(value: number): boolean {
    return value < HALF ? ((this.low >> value) & 1) === 1 : ((this.high >> (value - HALF)) & 1) === 1;
  }

  get size(): number {
    return countBits(this.low) + countBits(this.high);
  }

  /** The number of members below `value`. */
  countBelow(value: number): number {
    if (value <= HALF) return countBits(this.low & below(value));
    return countBits(this.low) + countBits(this.high & below(value - HALF));
  }

  /** All members, smallest first. */
  values(): readonly number[] {
    return [...bitsOf(this.low), ...bitsOf(this.high).map((value) => value + HALF)];
  }

  /** The smallest member that is not below `from`, which is at most 60. -1: there is none. */
  next(from: number): number {
    if (from < HALF) {
      const rest = this.low & (-1 << from);
      if (rest !== 0) return lowestBit(rest);
      return this.high === 0 ? -1 : HALF + lowestBit(this.high);
    }
    const rest = this.high & (-1 << (from - HALF));
    return rest === 0 ? -1 : HALF + lowestBit(rest);
  }
}

/** The number of members of a mask. */
export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The members of a mask, smallest first. */
export function bitsOf(mask: number): readonly number[] {
  const members: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) members.push(lowestBit(rest));
  return members;
}

export function maskOf(values: Iterable<number>): number {
  let mask = 0;
  for (const value of values) mask |= 1 << value;
  return mask;
}
