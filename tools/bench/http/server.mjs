import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const START_MS = 300_000;

/** Starts a server in a process of its own, which prints `{ url }` when it is ready and ends with its input. */
export async function startServer(file, args, options = {}) {
  const child = spawn(process.execPath, [...(options.flags ?? []), file, ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
    cwd: options.cwd,
  });
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it was ready`);
  });
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) if (line.startsWith('{')) return JSON.parse(line);
    return gone;
  })();
  const late = new Promise((_, reject) =>
    setTimeout(reject, START_MS, new Error('no server in 5 minutes')).unref(),
  );
  const { url } = await Promise.race([ready, gone, late]);
  return {
    url,
    async stop() {
      gone.catch(() => {});
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
