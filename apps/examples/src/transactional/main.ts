import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionalScheduling } from './transactional.js';

async function main(connection: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-example-'));
  try {
    const url = connection ?? `sqlite:${join(folder, 'shop.db')}`;
    const isProven = await transactionalScheduling({ url, print: (line) => console.log(line) });
    process.exitCode = isProven ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
