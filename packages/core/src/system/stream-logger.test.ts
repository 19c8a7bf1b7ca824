import type { LogLevel } from '@scheduler/contracts';
import { createStreamLogger } from './stream-logger.js';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

function written(level?: LogLevel): { lines: string[]; logger: ReturnType<typeof createStreamLogger> } {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  return { lines, logger: createStreamLogger({ stream, ...(level === undefined ? {} : { level }) }) };
}

describe('createStreamLogger', () => {
  it('writes one JSON object a line, with time, level, message and fields', () => {
    const { lines, logger } = written();
    logger.warn('lease\nlost', { executionId: 'e1', fence: 3 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[^\n]*\n$/);
    const line = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'warn', message: 'lease\nlost', executionId: 'e1', fence: 3 });
    expect(new Date(line.time as string).toISOString()).toBe(line.time);
  });

  it('lets no field stand for time, level or message', () => {
    const { lines, logger } = written();
    logger.error('real', { message: 'false', level: 'debug', time: 'never', other: 1 });
    const line = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(line).toMatchObject({ message: 'real', level: 'error', other: 1 });
    expect(line.time).not.toBe('never');
    expect(Object.keys(line).slice(0, 3)).toEqual(['time', 'level', 'message']);
  });

  it.each<[LogLevel | undefined, LogLevel[]]>([
    [undefined, ['warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ])('at the level %s writes %j', (level, expected) => {
    const { lines, logger } = written(level);
    for (const at of LEVELS) logger[at]('x');
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
  });

  it('writes lines for people, without what a terminal would obey', () => {
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text) };
    createStreamLogger({ stream, format: 'pretty' }).warn('an attempt \u001b[2Jfailed', {
      type: 'mail',
      error: 'a b',
      n: 1,
    });
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} WARN {2}an attempt {2}\[2Jfailed {2}type=mail error="a b" n=1\n$/,
    );
  });

  it('is for people on a terminal, in colours unless NO_COLOR is set', () => {
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text), isTTY: true };
    const before = process.env.NO_COLOR;
    try {
      delete process.env.NO_COLOR;
      createStreamLogger({ stream }).error('x');
      process.env.NO_COLOR = '1';
      createStreamLogger({ stream }).error('x');
    } finally {
      if (before === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = before;
    }
    expect(lines[0]).toContain('\u001b[31mERROR\u001b[0m x');
    expect(lines[1]).toMatch(/^[\d:.]+ ERROR x\n$/);
  });

  it('writes to standard error where no stream is given', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    createStreamLogger().error('x');
    expect(write).toHaveBeenCalledWith(expect.stringContaining('"message":"x"'));
    write.mockRestore();
  });
});
