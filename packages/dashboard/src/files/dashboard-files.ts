import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file that browsers get as it is. */
export interface DashboardFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The same, compressed by gzip. */
  readonly gzip: Uint8Array;
}

/** The prebuilt dashboard, for the option `dashboard` of `createHandler` of `@scheduler/http`. */
export interface DashboardFiles {
  /** The page, below which all addresses of the dashboard are. `base` is where it begins, as a relative address. */
  page(base: string): string;
  /** The files that the page loads, by their path below the dashboard. */
  readonly files: ReadonlyMap<string, DashboardFile>;
  /** Pages of other sites that may show the dashboard in a frame. */
  readonly frameAncestors: readonly string[];
}

export interface DashboardOptions {
  /** Origins whose pages may show the dashboard in a frame, such as `https://admin.example.com`. Default: none. */
  readonly frameAncestors?: readonly string[];
}

/** What was built for browsers. It lies beside the code of this package, built or not. */
const BUILT = join(__dirname, '../../dist/browser');

/**
 * Reads the files of the dashboard, to be served by the REST API.
 *
 * @example
 * const handler = createHandler({ node, dashboard: dashboardFiles() });
 * const { url } = await serve(handler, { port: 4000 });
 * console.log(`${url}/dashboard/#token=${handler.token}`);
 */
export function dashboardFiles(options: DashboardOptions = {}): DashboardFiles {
  return readFiles(BUILT, checkOrigins(options));
}

/** The files of a build. Throws an Error where there is none. */
export function readFiles(folder: string, frameAncestors: readonly string[] = []): DashboardFiles {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  if (!page.includes(BASE))
    throw new Error(`${folder}/index.html has no ${BASE}, so that it cannot be served`);
  return {
    page: (base) => page.replace(BASE, `<base href="${base}" />`),
    files: new Map(namesIn(folder).map((name) => [name, readFile(folder, name)])),
    frameAncestors,
  };
}

const BASE = '<base href="./" />';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** The files that the manifest of the build lists, and the icon, which has no hash in its name. */
function namesIn(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Readonly<
    Record<string, ManifestEntry>
  >;
  const listed = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  return [...new Set([...listed, 'icon.svg'])].sort();
}

function readFile(folder: string, name: string): DashboardFile {
  const contentType = TYPES[extname(name)];
  if (contentType === undefined) throw new Error(`${name} is of a kind that the dashboard does not serve`);
  const body = readFileSync(join(folder, name));
  return { contentType, body, gzip: gzipSync(body, { level: 9 }) };
}

const ORIGIN = /^https?:\/\/[A-Za-z0-9.*-]+(?::\d{1,5})?$/;

/** Throws a TypeError for what would end up in a header as something else than an origin. */
function checkOrigins({ frameAncestors = [] }: DashboardOptions): readonly string[] {
  if (!Array.isArray(frameAncestors)) throw new TypeError(`frameAncestors: is not a list of origins`);
  for (const origin of frameAncestors as readonly unknown[])
    if (typeof origin !== 'string' || (origin !== "'self'" && !ORIGIN.test(origin)))
      throw new TypeError(
        `frameAncestors: ${JSON.stringify(origin)} is not an origin; give such as 'https://admin.example.com', or "'self'"`,
      );
  return frameAncestors;
}
