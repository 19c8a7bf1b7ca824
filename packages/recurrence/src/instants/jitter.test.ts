import { jitterOf } from './jitter.js';

const at = new Date('2027-01-01T09:00:00Z');

describe('jitter', () => {
  it('is the same for the same job and instant, wherever it is computed', () => {
    const request = { jobId: 'job-1', at, maxMs: 60_000 };
    expect(jitterOf(request)).toBe(jitterOf({ ...request, at: new Date(at) }));
    // A fixed value, because a new version must not move the runs of stored jobs.
    expect(jitterOf(request)).toBe(27_101);
  });

  it.each([0, -1])('is 0 where none is allowed (%d)', (maxMs) => {
    expect(jitterOf({ jobId: 'job-1', at, maxMs })).toBe(0);
  });

  it.each([1, 999, 60_000, 86_400_000])(
    'lies between 0 and the maximum of %d ms, and is spread evenly',
    (maxMs) => {
      const shares = Array.from({ length: 2_000 }, (_, index) =>
        jitterOf({ jobId: `job-${index % 40}`, at: new Date(at.getTime() + index * 60_000), maxMs }),
      );
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...shares)).toBeLessThanOrEqual(maxMs);
      const lower = shares.filter((share) => share < (maxMs + 1) / 2).length;
      expect(lower).toBeGreaterThan(850);
      expect(lower).toBeLessThan(1_150);
    },
  );
});
