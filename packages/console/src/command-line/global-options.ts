import type { CommandOption } from '../command/command-declaration.js';

/** The options that every command accepts, before or after its name. */
export const GLOBAL_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--config <file>',
    description: 'the application, instead of the nearest scheduler.config.{ts,js,mjs,cjs}',
  },
  { flags: '--json', description: 'print one JSON document and nothing else' },
  { flags: '--no-color', description: 'print without colours' },
  { flags: '-q, --quiet', description: 'print data and errors only' },
  { flags: '--verbose', description: 'print the stack of an error' },
];

export interface GlobalOptions {
  readonly config: string | undefined;
  readonly json: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Reads the global options from a command line that may be invalid, so that even its errors are printed as requested. */
export function readGlobalOptions(argv: readonly string[]): GlobalOptions {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  return {
    config: valueOf(words, '--config'),
    json: words.includes('--json'),
    color: !words.includes('--no-color'),
    quiet: words.includes('--quiet') || words.includes('-q'),
    verbose: words.includes('--verbose'),
  };
}

function valueOf(argv: readonly string[], flag: string): string | undefined {
  const index = argv.findLastIndex((part) => part === flag || part.startsWith(`${flag}=`));
  const part = argv[index];
  if (part === undefined) return undefined;
  return part === flag ? argv[index + 1] : part.slice(flag.length + 1);
}
