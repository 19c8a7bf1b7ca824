import { evaluate } from './test-support/programs.js';

const TRY = `(async () => {
  const { mkdtempSync, openSync, rmSync, writeSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-faults-test-'));
  const file = openSync(join(folder, 'file'), 'w');
  const write = (at) => {
    try { return writeSync(file, Buffer.alloc(4_096), 0, 4_096, at); } catch (error) { return error.code; }
  };
  const before = write(0);
  module.limitFiles([process.pid], 4_096);
  const room = write(0);
  const beyond = write(4_096);
  module.limitFiles([process.pid], 'unlimited');
  const after = write(4_096);
  rmSync(folder, { recursive: true });
  return { before, room, beyond, after };
})()`;

describe('limitFiles', () => {
  it('keeps open files from growing until the limit is removed', async () => {
    const why = await evaluate<string | null>('harness/file-limit.mjs', 'module.whyNoFileLimit()');
    const outcome = why ?? (await evaluate('harness/file-limit.mjs', TRY));
    expect(outcome).toEqual(why ?? { before: 4_096, room: 4_096, beyond: 'EFBIG', after: 4_096 });
  });

  it('throws if it can limit no process', async () => {
    const attempt = `(async () => module.limitFiles([2 ** 22 + 1], 1))().catch((error) => error.message)`;
    expect(await evaluate('harness/file-limit.mjs', attempt)).toMatch(/^prlimit: /);
  });
});
