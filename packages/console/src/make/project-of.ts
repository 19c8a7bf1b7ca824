import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const TEST_RUNNERS = ['jest', 'vitest', 'node'] as const;

export type TestRunner = (typeof TEST_RUNNERS)[number];

/** What generated code must know about the project into which it is written. */
export interface Project {
  readonly testRunner: TestRunner;
  /** `.js` in an ESM package, nothing in a CommonJS one. */
  readonly importExtension: string;
}

/** Reads every package.json from the folder upwards, since in a workspace the test runner is often installed at the root. */
export async function projectOf(folder: string): Promise<Project> {
  let testRunner: TestRunner | null = null;
  let importExtension: string | null = null;
  for (let current = folder; ; current = dirname(current)) {
    const manifest = await readManifest(join(current, 'package.json'));
    if (manifest !== null) {
      importExtension ??= manifest['type'] === 'module' ? '.js' : '';
      testRunner ??= runnerIn(manifest);
    }
    if (dirname(current) === current) break;
  }
  return { testRunner: testRunner ?? 'node', importExtension: importExtension ?? '' };
}

type Manifest = Readonly<Record<string, unknown>>;

function runnerIn(manifest: Manifest): TestRunner | null {
  const installed = { ...(manifest['dependencies'] as object), ...(manifest['devDependencies'] as object) };
  return TEST_RUNNERS.find((runner) => runner in installed) ?? null;
}

async function readManifest(file: string): Promise<Manifest | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof manifest === 'object' && manifest !== null ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}
