import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REPOSITORY = 'https://github.com/scheduler-js/scheduler';
const RELATIVE_LINK = /\]\((?!https?:|#|mailto:)[^)]*\)/g;

/** What the page of a package on the registry needs: a licence, words to find it by, and links that work there. */
export function checkPage(folder, manifest) {
  const { keywords = [], repository = {}, homepage = '', bugs = {}, description = '', license } = manifest;
  assert.equal(license, 'MIT');
  assert.match(readFileSync(join(folder, 'LICENSE'), 'utf8'), /^MIT License/);
  assert.ok(description.length > 20, 'its description says nothing');
  assert.ok(keywords.includes('scheduler') && keywords.length > 3, 'it has no keywords');
  assert.equal(repository.url, `git+${REPOSITORY}.git`);
  assert.equal(repository.directory, `packages/${manifest.name.replace('@scheduler/', '')}`);
  assert.ok(homepage.startsWith(`${REPOSITORY}/tree/main/${repository.directory}`), 'it has no homepage');
  assert.equal(bugs.url, `${REPOSITORY}/issues`);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  assert.deepEqual(readme.match(RELATIVE_LINK) ?? [], [], 'links of its README lead nowhere on the registry');
}

/** A map without its source makes debuggers show nothing at all, so a map has its source in it, or there is no map. */
export function checkMaps(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const maps = files.filter((file) => file.endsWith('.map'));
  const withoutSource = maps.filter((file) => {
    const { sources, sourcesContent = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return sources.some((_, index) => typeof sourcesContent[index] !== 'string');
  });
  assert.deepEqual(withoutSource, [], 'maps without their sources');
  const dangling = files.filter((file) => /\.(?:js|ts)$/.test(file) && pointsNowhere(join(folder, file)));
  assert.deepEqual(dangling, [], 'files that name a map which is not there');
}

function pointsNowhere(file) {
  const map = /^\/\/# sourceMappingURL=(\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return map !== undefined && !existsSync(join(dirname(file), map));
}
