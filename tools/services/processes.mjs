import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { childProcesses } from './child-processes.mjs';

const linesKept = 40;
const startTimeout = 60_000;
const stopTimeout = 2_500;

/** The running child processes. */
const running = new Set();
let stopping = false;

/** A server did not start because its port is in use. */
export class PortTaken extends Error {}

/** Runs a program to its end and resolves to its standard output. Rejects with its last output if it fails. */
export async function runProgram([program, ...args], options = {}) {
  const child = launch(program, args, options);
  let stdout = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stdin.on('error', () => {}).end(options.input ?? '');
  const code = await new Promise((resolve) => child.once('ended', resolve));
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${child.lastLines()}`);
  return stdout;
}

/**
 * Starts a server and resolves to its process as soon as its output shows that it is ready.
 *
 * @param server its `command`, the pattern `ready` of its output, and the `stopSignal` that ends it at once
 */
export function startServer({ command: [program, ...args], ready, stopSignal }, options) {
  const child = launch(program, args, options);
  child.stdin.on('error', () => {}).end();
  child.stopSignal = stopSignal;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal(child, 'SIGKILL');
      reject(new Error(`${program} was not ready after ${startTimeout / 1000} s:\n${child.lastLines()}`));
    }, startTimeout);
    child.on('line', (line) => {
      if (!ready.test(line)) return;
      clearTimeout(timer);
      resolve(child);
    });
    child.once('ended', (code) => {
      clearTimeout(timer);
      const output = child.lastLines();
      const Failure = /address already in use/i.test(output) ? PortTaken : Error;
      reject(new Failure(`${program} did not start (${code}):\n${output}`));
    });
  });
}

/** Ends all running programs and resolves when they are gone. No further ones can be started. */
export async function stopAll() {
  stopping = true;
  const ended = Promise.all(
    [...running].map((child) => new Promise((resolve) => child.once('ended', resolve))),
  );
  for (const child of running) signal(child, child.stopSignal ?? 'SIGKILL');
  await Promise.race([ended, delay(stopTimeout)]);
  for (const child of running) signal(child, 'SIGKILL');
  await Promise.race([ended, delay(stopTimeout)]);
}

/** Ends a server like a failure of the machine, with all its processes at once, and resolves when they are gone. */
export async function crashServer(child) {
  const gone = new Promise((resolve) => child.once('ended', resolve));
  // Stopped first, so that it starts no further process. Child processes of PostgreSQL have their own process groups.
  signal(child, 'SIGSTOP');
  for (const pid of childProcesses(child.pid)) signal({ pid }, 'SIGKILL');
  signal(child, 'SIGKILL');
  await gone;
}

// Each program has its own process group, so that its child processes can be ended with it.
function launch(program, args, { cwd, env, uid, gid }) {
  if (stopping) throw new Error('The services are being stopped.');
  // Messages in English, because some are matched.
  const environment = { ...process.env, LC_ALL: 'C', ...env };
  const child = spawn(program, args, { cwd, env: environment, uid, gid, detached: true });
  running.add(child);
  const lines = keepLines(child);
  child.lastLines = () => lines.join('\n');
  const end = (reason) => {
    if (running.delete(child)) child.emit('ended', reason);
  };
  child.once('error', (error) => {
    lines.push(error.message);
    end(error.code);
  });
  child.once('close', (code, signalName) => end(code ?? signalName));
  return child;
}

function keepLines(child) {
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (data) => {
      const complete = (rest + data).split('\n');
      rest = complete.pop();
      for (const line of complete) {
        lines.push(line);
        child.emit('line', line);
      }
      lines.splice(0, lines.length - linesKept);
    });
  }
  return lines;
}

function signal(child, name) {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
