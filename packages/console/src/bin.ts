#!/usr/bin/env node
import { runConsole } from './run-console.js';

// A reader that closes the pipe, as in `| head`, is not an error: further output is dropped, and the command ends normally.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const flushed = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => stream.write('', () => resolve()));

void runConsole({ argv: process.argv.slice(2) }).then(async (exitCode) => {
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // The command is over: handles that an application left open must not keep the process alive.
  process.exit(exitCode);
});
