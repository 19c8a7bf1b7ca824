import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the configuration file exports, whatever its language and module format. */
export async function importConfig(file: string): Promise<unknown> {
  const module = /^\.[cm]?ts$/.test(extname(file))
    ? await importTypeScript(file)
    : ((await import(pathToFileURL(file).href)) as unknown);
  return exportedBy(module);
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
  // What a compiler made of `export default` stands one level deeper when CommonJS is imported as ESM.
  const inner = isObject(outer) && outer['__esModule'] === true ? (outer['default'] ?? outer) : outer;
  if (!isObject(inner) || 'node' in inner || 'get' in inner) return inner;
  return inner['config'] ?? inner['container'] ?? module['config'] ?? module['container'] ?? inner;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
