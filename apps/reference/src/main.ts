import { isSchedulerError } from '@scheduler/contracts';
import { runReferenceApp } from './app/run-reference-app.js';
import { onStopSignal } from './app/stop-signal.js';

/** Ended by a second signal: 128 + SIGINT, as shells count. */
const INSISTED = 130;

async function main(): Promise<void> {
  const stop = onStopSignal({
    signals: process,
    now: () => performance.now(),
    insist: () => process.exit(INSISTED),
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

// `npm start | head` has seen enough: nobody listens any more, and that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

main()
  // Not left to happen by itself: while Node winds down, a Ctrl-C that npm passes on late would still kill the process.
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(isSchedulerError(error) ? `error: ${error.message}` : error);
    process.exit(1);
  });
