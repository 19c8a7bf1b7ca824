import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

/** Imports a configuration file of any language and module format, and returns its export. */
export async function importConfig(file: string): Promise<unknown> {
  return exportedBy(await load(file));
}

async function load(file: string): Promise<unknown> {
  if (/^\.[cm]?ts$/.test(extname(file))) return importTypeScript(file);
  // `import()` reads CommonJS too, but sets up the loader of ES modules first, which costs time in every run by cron.
  return isCommonJs(file) ? asNamespace(createRequire(file)(file)) : import(pathToFileURL(file).href);
}

/** Decides as Node.js does: by extension, then by package, then by whether the file compiles as CommonJS. False: Node.js decides. */
function isCommonJs(file: string): boolean {
  if (extname(file) !== '.js') return extname(file) === '.cjs';
  try {
    if (packageTypeOf(file) === 'module') return false;
    compileFunction(readFileSync(file, 'utf8'), ['exports', 'require', 'module', '__filename', '__dirname']);
    return true;
  } catch {
    return false;
  }
}

function packageTypeOf(file: string): unknown {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { type?: unknown }).type;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The namespace that `import()` gives for a CommonJS module. */
function asNamespace(exported: unknown): unknown {
  return { ...(isObject(exported) ? exported : {}), default: exported };
}

async function importTypeScript(file: string): Promise<unknown> {
  // eslint-disable-next-line @nx/enforce-module-boundaries -- see docs/decisions/0004-console-libraries.md
  const { createJiti } = await import('jiti');
  return createJiti(file, { interopDefault: false }).import(file);
}

/** The default export or `module.exports`, else an export named `config` or `container`. */
export function exportedBy(module: unknown): unknown {
  if (!isObject(module)) return module;
  const outer = module['default'] ?? module;
  // A compiled `export default` is one level deeper when CommonJS is imported as ESM.
  const inner = isObject(outer) && outer['__esModule'] === true ? (outer['default'] ?? outer) : outer;
  if (!isObject(inner) || 'node' in inner || 'get' in inner) return inner;
  return inner['config'] ?? inner['container'] ?? module['config'] ?? module['container'] ?? inner;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
