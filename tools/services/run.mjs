// node tools/services/run.mjs [--durable] [names…] [-- command args…]
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { serviceNames, serviceVariables, startServices, variablesFor } from './index.mjs';

const usage = `Usage: node tools/services/run.mjs [--durable] [names…] [-- command args…]
names: ${serviceNames.join(', ')}; all unless told
With a command: runs it with the addresses in ${Object.values(serviceVariables).join(', ')}.
Without: prints the addresses as shell exports and stays until Ctrl-C.
--durable: a commit reaches the disk, as benchmarks need it; else as fast as can be.
SCHEDULER_TEST_WITHOUT=mariadb,redis: does as if these could not be had.`;

const separator = process.argv.indexOf('--', 2);
const own = process.argv.slice(2, separator < 0 ? undefined : separator);
const command = separator < 0 ? [] : process.argv.slice(separator + 1);
const options = own.filter((each) => each.startsWith('-'));
const names = own.filter((each) => !each.startsWith('-'));

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
  const { urls, stop } = await startServices({ names: names.length > 0 ? names : serviceNames, durable });
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
  // Ctrl-C reaches the command by itself: this program waits for how it ends.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function stay(variables) {
  const asked = untilAsked();
  for (const [name, url] of Object.entries(variables)) console.log(`export ${name}='${url}'`);
  console.error('Running until Ctrl-C …');
  return asked;
}

// Before the addresses are printed: whoever reads them may ask at once.
function untilAsked() {
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
