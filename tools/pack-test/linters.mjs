import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** What publint has to say about a tarball, suggestions included: entries, formats, files and fields of the manifest. */
export async function checkManifest(tarball) {
  const bytes = readFileSync(tarball);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  assert.deepEqual(
    messages.map((message) => `${message.code}: ${formatMessage(message, pkg, { color: false })}`),
    [],
    'publint finds faults',
  );
}

/**
 * Whether every entry has types, and the right ones, for each way in which TypeScript resolves packages, the oldest included:
 * `node10` does not read `exports`, and finds further entries by `typesVersions`.
 */
export async function checkTypes(tarball) {
  const { types, problems = [] } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(tarball))),
  );
  assert.ok(types, 'it has no types');
  assert.deepEqual(problems.map(describe), [], 'types are wrong');
}

const describe = ({ kind, entrypoint, resolutionKind, resolutionOption }) =>
  [kind, entrypoint, resolutionKind ?? resolutionOption].filter(Boolean).join(' ');
