import { ConfigurationInvalid } from '@scheduler/contracts';

/** What Node.js says about a module of CommonJS, and of ESM. A name that begins with a dot or a slash is a file and no package. */
const NOT_FOUND = /^Cannot find (?:module|package) '((?:@[^/']+\/)?[^./'][^/']*)/;

/** Makes a store or a queue, and says which package to install where its driver is missing. */
export function namingMissingPackage<T>(field: 'store' | 'queue', value: string, create: () => T): T {
  try {
    return create();
  } catch (cause) {
    const name = missingPackage(cause);
    if (name === null) throw cause;
    throw new ConfigurationInvalid(
      {
        field,
        value,
        problem: `needs the package ${name}, which is not installed`,
        accepted: `run \`npm install ${name}\`, or choose another one`,
      },
      { cause },
    );
  }
}

function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') return null;
  return NOT_FOUND.exec(message)?.[1] ?? null;
}
