// `npm run docs`: builds the site into tools/docs/dist, with the reference of every package, and fails if a link leads nowhere.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSite } from './build-site.mjs';
import { brokenLinks } from './check-links.mjs';
import { root } from './pages.mjs';

const USAGE = `usage: npm run docs [-- --pages-only | --check] [--out <folder>]

--pages-only     keep the reference of the last build, which takes most of the time
--check          pages without colours and without the reference, in a folder that is deleted: are all links right?
--out <folder>   where the site is written to (default: tools/docs/dist)`;

const options = readOptions();
const folder = options.check
  ? temporaryFolder()
  : (options.out ?? fileURLToPath(new URL('./dist', import.meta.url)));

await step('pages', async () => `${await buildSite(folder, { colours: !options.check })} pages with search`);
if (!options['pages-only'] && !options.check)
  await step('reference', async () => {
    const { buildReference } = await import('./reference.mjs');
    const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
    rmSync(join(folder, 'reference'), { recursive: true, force: true });
    const { modules, warnings, errors } = await buildReference(join(folder, 'reference'), { version });
    if (warnings + errors > 0) throw new Error(`TypeDoc found ${warnings + errors} problems, see above`);
    return `${modules} entries of the packages`;
  });
await step('links', async () => {
  const { broken, checked } = brokenLinks(folder, { without: options.check ? 'reference' : undefined });
  if (broken.length > 0) throw new Error(`${broken.length} links lead nowhere:\n${broken.join('\n')}`);
  return `${checked} links and anchors lead somewhere`;
});
if (!options.check) console.log(`\nopen ${join(folder, 'index.html')}`);

function temporaryFolder() {
  const temporary = mkdtempSync(join(tmpdir(), 'scheduler-docs-'));
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  return temporary;
}

function readOptions() {
  try {
    const flag = { type: 'boolean', default: false };
    const known = { out: { type: 'string' }, 'pages-only': flag, check: flag, help: flag };
    const { values } = parseArgs({ options: known });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

async function step(name, work) {
  const started = performance.now();
  process.stdout.write(`${name} … `);
  try {
    const result = await work();
    console.log(`${result} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.log(`failed\n${error.message}`);
    process.exit(1);
  }
}
