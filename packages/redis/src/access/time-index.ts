import type { RedisDatabase } from '../database/redis-database.js';

/**
 * Sorted sets whose members begin with an instant and end with an id, all with the score 0, so that Redis sorts them by both and a page can
 * begin after any of them. Arguments of the ranges are read by ZRANGEBYLEX and its like.
 */

const DIGITS = 15;

export function memberOf(at: Date, id: string): string {
  return `${instantOf(at)}${id}`;
}

/** What members of this instant begin with. */
export function instantOf(at: Date): string {
  return String(Math.max(0, at.getTime())).padStart(DIGITS, '0');
}

export function idOfMember(member: string): string {
  return member.slice(DIGITS);
}

interface NewestFirst {
  readonly index: string;
  /** The page begins after this one. */
  readonly after: string | undefined;
  /** From this instant on. */
  readonly since?: Date | undefined;
  /** Before this instant. */
  readonly until?: Date | undefined;
  readonly limit: number;
}

/** The members of a part of the index, newest first. */
export function newestMembers(
  { redis, base }: RedisDatabase,
  { index, after, since, until, limit }: NewestFirst,
): Promise<readonly string[]> {
  const last = until === undefined ? undefined : instantOf(until);
  const from = after === undefined || (last !== undefined && last < after) ? last : after;
  return redis.zrevrangebylex(
    `${base}${index}`,
    from === undefined ? '+' : `(${from}`,
    since === undefined ? '-' : `[${instantOf(since)}`,
    'LIMIT',
    0,
    limit,
  );
}

/** The oldest members from before an instant. */
export function membersBefore(
  { redis, base }: RedisDatabase,
  { index, before, limit }: { readonly index: string; readonly before: Date; readonly limit: number },
): Promise<readonly string[]> {
  return redis.zrangebylex(`${base}${index}`, '-', `(${instantOf(before)}`, 'LIMIT', 0, limit);
}
