import { ManualClock } from '../../test-support/manual-clock.js';
import { DeferralSpread } from './deferral-spread.js';

function lineOf(longestMs = 10_000) {
  const clock = new ManualClock();
  const draws = [0, 0.5, 1];
  const line = new DeferralSpread({ clock, randomness: { next: () => draws.shift() ?? 0 }, longestMs });
  return { clock, line };
}

describe('DeferralSpread', () => {
  it('sends each to an instant of its own', () => {
    const { line } = lineOf();
    expect(line.delaysFor({ key: 'a', count: 3, firstMs: 500, stepMs: 100 })).toEqual([500, 600, 700]);
  });

  it('puts those who come later behind those who came before, as long as these wait', async () => {
    const { clock, line } = lineOf();
    line.delaysFor({ key: 'a', count: 3, firstMs: 500, stepMs: 100 });
    await clock.advance(100);
    expect(line.delaysFor({ key: 'a', count: 2, firstMs: 500, stepMs: 100 })).toEqual([700, 800]);
    await clock.advance(5_000);
    expect(line.delaysFor({ key: 'a', count: 1, firstMs: 500, stepMs: 100 })).toEqual([500]);
  });

  it('keeps lines apart', () => {
    const { line } = lineOf();
    line.delaysFor({ key: 'a', count: 9, firstMs: 0, stepMs: 100 });
    expect(line.delaysFor({ key: 'b', count: 1, firstMs: 0, stepMs: 100 })).toEqual([0]);
  });

  it('sends nobody away for too long', () => {
    const { line } = lineOf(1_000);
    expect(line.delaysFor({ key: 'a', count: 5, firstMs: 600, stepMs: 400 })).toEqual([
      600, 1_000, 500, 750, 1_000,
    ]);
  });
});
