#!/usr/bin/env node
import { runConsole } from './run-console.js';

// A reader that goes away, as in `| head`, is no error; what is still written is lost, and the command ends as it would.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const flushed = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => stream.write('', () => resolve()));

void runConsole({ argv: process.argv.slice(2) }).then(async (exitCode) => {
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // The command is over: whatever an application left open must not keep cron's process alive.
  process.exit(exitCode);
});
