#!/usr/bin/env node
import { dirname } from 'node:path';
import { findConfig } from './application/find-config.js';
import { readGlobalOptions } from './command-line/global-options.js';
import { runConsole } from './run-console.js';

// A reader that closes the pipe, as in `| head`, is not an error: further output is dropped, and the command ends normally.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const flushed = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => stream.write('', () => resolve()));

const argv = process.argv.slice(2);
const cwd = process.cwd();
// In a folder below the configuration, relative paths of the application mean what they mean beside it: there is one database, not two.
const found = readGlobalOptions(argv).config === undefined ? findConfig(cwd) : null;
if (found !== null) process.chdir(dirname(found));

void runConsole({ argv, cwd }).then(async (exitCode) => {
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // The command is over: handles that an application left open must not keep the process alive.
  process.exit(exitCode);
});
