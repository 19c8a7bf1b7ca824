// The dashboard of pg-boss, over jobs that start later. Prints where it listens, and ends with its input.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';

const [url, count] = [process.argv[2], Number(process.argv[3])];
const STEP = 5_000;
const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
await boss.start();
await boss.createQueue('bench');
const startAfter = new Date('2040-01-01T00:00:00Z');
for (let made = 0; made < count; made += STEP)
  await boss.insert(
    'bench',
    Array.from({ length: Math.min(STEP, count - made) }, (_, index) => ({
      data: { customer: { id: made + index } },
      startAfter,
    })),
  );
await boss.stop({ graceful: false });

const port = await freePort();
const cli = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@pg-boss/dashboard/package.json')));
const child = spawn(process.execPath, [cli], {
  env: { ...process.env, DATABASE_URL: url, PORT: String(port), HOST: '127.0.0.1' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
child.on('exit', (code) => process.exit(code ?? 1));
const origin = `http://127.0.0.1:${port}`;
for (;;) {
  const answer = await fetch(origin).catch(() => null);
  if (answer !== null) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
process.stdout.write(`${JSON.stringify({ url: origin })}\n`);
process.stdin.resume().on('end', () => {
  child.removeAllListeners('exit');
  child.kill();
  process.exit(0);
});

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const free = server.address().port;
      server.close(() => resolve(free));
    });
  });
}
