// node tools/services/run.mjs [--durable] [names…] [-- command args…]
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { serviceNames, serviceVariables, startServices, usualServiceNames, variablesFor } from './index.mjs';

const usage = `Usage: node tools/services/run.mjs [--durable] [names…] [-- command args…]
names: ${serviceNames.join(', ')}; default: ${usualServiceNames.join(', ')}
With a command: runs it with the addresses in ${Object.values(serviceVariables).join(', ')}.
Without a command: prints the addresses as shell exports and runs until Ctrl-C.
--durable: a commit reaches the disk, as benchmarks need it; default: as fast as possible.
SCHEDULER_TEST_WITHOUT=mariadb,redis: treats these as missing.`;

const separator = process.argv.indexOf('--', 2);
const words = process.argv.slice(2, separator < 0 ? undefined : separator);
const command = separator < 0 ? [] : process.argv.slice(separator + 1);
const options = words.filter((each) => each.startsWith('-'));
const names = words.filter((each) => !each.startsWith('-'));

if (options.includes('--help')) {
  console.log(usage);
} else if ([...options, ...names].some((each) => each !== '--durable' && !serviceNames.includes(each))) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function main() {
  const durable = options.includes('--durable');
  const { urls, stop } = await startServices({
    names: names.length > 0 ? names : usualServiceNames,
    durable,
  });
  const variables = variablesFor(urls);
  try {
    return command.length > 0 ? await runCommand(variables) : await stay(variables);
  } finally {
    await stop();
  }
}

function runCommand(variables) {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
  // Ctrl-C also reaches the command itself, and this program waits for its end.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function stay(variables) {
  const stopRequested = untilSignal();
  for (const [name, url] of Object.entries(variables)) console.log(`export ${name}='${url}'`);
  console.error('Running until Ctrl-C …');
  return stopRequested;
}

// Called before the addresses are printed, because the reader may send a signal at once.
function untilSignal() {
  return new Promise((resolve) => {
    const timer = setInterval(() => {}, 2 ** 30);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        clearInterval(timer);
        resolve(0);
      });
    }
  });
}
