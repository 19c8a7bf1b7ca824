import { grantedTokens, takeTokens, tokenGapUs, tokensIn, untilTokens } from './token-bucket.js';

const bucket = { key: 'queue:mails', capacity: 60, periodMs: 60_000 };
const nowUs = 1_000_000_000;
const at = (fullAtUs: number) => ({ fullAtUs, nowUs });

describe('a token bucket (F161, F163)', () => {
  it('is full if it was never used, or not for a long time', () => {
    expect(tokensIn(bucket, 0, nowUs)).toBe(60);
    expect(tokensIn(bucket, nowUs, nowUs)).toBe(60);
  });

  it('refills continuously', () => {
    const emptied = takeTokens(bucket, 60, at(0));
    expect(tokensIn(bucket, emptied, nowUs)).toBe(0);
    expect(tokensIn(bucket, emptied, nowUs + 500_000)).toBe(0.5);
    expect(tokensIn(bucket, emptied, nowUs + 90_000_000)).toBe(60);
  });

  it('says how long it takes until enough tokens are available', () => {
    const emptied = takeTokens(bucket, 60, at(0));
    expect(untilTokens(bucket, 1, at(emptied))).toBe(1_000);
    expect(untilTokens(bucket, 10, at(emptied))).toBe(10_000);
    expect(untilTokens(bucket, 1, at(takeTokens(bucket, 59, at(0))))).toBe(0);
  });

  it('never needs longer than its period to refill, whatever was stored by another limit or clock', () => {
    const days = nowUs + 5 * 86_400_000_000;
    expect(tokensIn(bucket, days, nowUs)).toBe(0);
    expect(untilTokens(bucket, 1, at(days))).toBe(1_000);
    expect(takeTokens(bucket, 0, at(days))).toBe(nowUs + 60_000_000);
  });

  it.each([
    [7.9, 5, 1, 5],
    [7.9, 10, 1, 7],
    [7.9, 10, 8, 0],
    [0.99, 10, 1, 0],
  ])('of %d tokens, a request for %d, at least %d, is granted %d', (available, wanted, least, granted) => {
    expect(grantedTokens(available, wanted, least)).toBe(granted);
  });

  it('keeps rates that are not a whole number of microseconds', () => {
    expect(tokenGapUs({ capacity: 7, periodMs: 60_000 })).toBe(8_571_429);
    expect(tokenGapUs({ capacity: 1_000_000, periodMs: 1_000 })).toBe(1);
  });
});
