import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Pages of the repository outside of `docs/`, with their place in the site. */
const OUTSIDE = {
  'CHANGELOG.md': 'changelog',
  'UPGRADING.md': 'upgrading',
  'CONTRIBUTING.md': 'contributing',
  'tools/bench/README.md': 'project/benchmark-suites',
  'tools/faults/README.md': 'project/faults',
  'apps/reference/README.md': 'project/reference-application',
};

/** Every page of the site: `source` is its file in the repository, `url` its place, such as `guides/express.html`. */
export function listPages() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => ({ source: `docs/${file}`, url: urlOf(file) }));
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => existsSync(join(root, 'packages', name, 'README.md')))
    .map((name) => ({ source: `packages/${name}/README.md`, url: `packages/${name}.html` }));
  const outside = Object.entries(OUTSIDE).map(([source, name]) => ({ source, url: `${name}.html` }));
  return [...docs, ...packages, ...outside];
}

function urlOf(file) {
  const name = file.replace(/(?:README|index)\.md$/, 'index.md');
  return name.replace(/\.md$/, '.html');
}

/** The address of one place of the site as seen from another, so that the site works on any path and from a disk. */
export function relativeUrl(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}
