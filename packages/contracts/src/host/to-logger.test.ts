import { ConfigurationInvalid } from '../errors/errors.js';
import { toLogger } from './to-logger.js';

function recording() {
  const calls: unknown[][] = [];
  const write = (...given: unknown[]) => void calls.push(given);
  return { calls, logger: { debug: write, info: write, warn: write, error: write } };
}

describe('toLogger', () => {
  it('gives winston, console and loggers like ours the message first', () => {
    const { calls, logger } = recording();
    toLogger(logger).warn('slow', { ms: 5 });
    expect(calls).toEqual([['slow', { ms: 5 }]]);
    expect(toLogger(console)).toBe(console);
  });

  it.each([
    ['pino', { bindings: () => ({}) }],
    ['bunyan', { addStream: () => undefined }],
  ])('gives %s the fields first', (_, own) => {
    const { calls, logger } = recording();
    const adapted = toLogger({ ...logger, ...own, child: () => undefined });
    adapted.error('slow', { ms: 5 });
    adapted.info('plain');
    expect(calls).toEqual([[{ ms: 5 }, 'slow'], ['plain']]);
  });

  it.each([[undefined], [null], [{}], ['pino'], [() => undefined], [{ info: () => undefined, error: 5 }]])(
    'refuses %p, naming what is missing',
    (given) => {
      expect(() => toLogger(given)).toThrow(ConfigurationInvalid);
      expect(() => toLogger(given)).toThrow(/^logger: is not a logger: it has no .*warn/);
    },
  );
});
