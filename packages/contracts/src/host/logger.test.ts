import { silentLogger } from './logger.js';

describe('silentLogger', () => {
  it('accepts every level and logs nothing', () => {
    const levels = ['debug', 'info', 'warn', 'error'] as const;
    expect(levels.map((level) => silentLogger[level]('x', { a: 1 }))).toEqual(levels.map(() => undefined));
    expect(Object.isFrozen(silentLogger)).toBe(true);
  });
});
