import { isSchedulerError } from '@scheduler/contracts';
import { runReferenceApp } from './app/run-reference-app.js';
import { onStopSignal } from './app/stop-signal.js';

/** The exit code after a second signal: 128 + SIGINT, as in shells. */
const SECOND_SIGNAL_EXIT_CODE = 130;

async function main(): Promise<void> {
  const stop = onStopSignal({
    signals: process,
    now: () => performance.now(),
    onSecondSignal: () => process.exit(SECOND_SIGNAL_EXIT_CODE),
  });
  try {
    await runReferenceApp({
      env: process.env,
      print: (line) => console.log(line),
      printError: (line) => console.error(line),
      stopRequested: stop.received,
    });
  } finally {
    stop.finish();
  }
}

// A reader that closes the pipe, as in `npm start | head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

main()
  // Exits explicitly: while Node.js shuts down by itself, a Ctrl-C that npm passes on late would still kill the process.
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(isSchedulerError(error) ? `error: ${error.message}` : error);
    process.exit(1);
  });
