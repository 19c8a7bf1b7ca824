// node tools/examples-page.mjs: prints the sources of the examples into docs/examples.md. With --check: fails where it is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const SOURCES = path('../apps/examples/src/');
const PAGE = path('../docs/examples.md');

/** What each example shows, in the order of the page. Its first file is `main.ts`. */
const EXAMPLES = {
  basic: 'One job with a schedule, and work without one, in memory.',
  cron: 'What cron expressions mean, when they run next, and a job that runs by one with seconds.',
  fluent: 'Jobs in sentences, types with defaults, options as functions.',
  typed: 'A payload and a result with schemas, from the caller to the handler.',
  decorators:
    'Classes with a DI container that are found by their decorators: no list of handlers, no call of `schedule`.',
  transactional: 'A job exists if and only if the transaction commits that schedules it, in both directions.',
  batch: 'Many items in portions, a few at a time, with progress that can be seen while it runs.',
  distributed:
    'Two workers share the work of one database, and each piece is done once: two processes on PostgreSQL where `SCHEDULER_POSTGRES_URL` is set, else two nodes on one SQLite file.',
  'json-file':
    'Jobs in one JSON file, by a store that is written for it: `apps/examples/src/json-file-store`, which [Writing a store](writing-a-store.md) explains.',
  postgres: 'Jobs on PostgreSQL outlive the process. It needs `SCHEDULER_POSTGRES_URL`.',
};

export function exampleNames() {
  return Object.keys(EXAMPLES);
}

/** The page as it should be. */
export async function examplesPage() {
  const text = `# Examples

Each is a program that runs in seconds and ends by itself, with exit code 0 if everything was as it should be. The tests run all of them. \`node tools/examples-page.mjs\` prints this page.

\`\`\`sh
npm run example -- basic
SCHEDULER_POSTGRES_URL=postgres://user@host/database npm run example -- distributed
\`\`\`

${Object.entries(EXAMPLES).map(sectionOf).join('\n')}`;
  return format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

function sectionOf([name, shows]) {
  const files = readdirSync(`${SOURCES}${name}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort((a, b) => Number(b === 'main.ts') - Number(a === 'main.ts') || (a < b ? -1 : 1));
  const shown = files.map((file) => {
    const source = readFileSync(`${SOURCES}${name}/${file}`, 'utf8');
    const title = files.length === 1 ? '' : `\`${file}\`\n\n`;
    return `${title}\`\`\`typescript\n${source}\`\`\`\n`;
  });
  return `## ${name}\n\n${shows}\n\n${shown.join('\n')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const page = await examplesPage();
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, page);
  } else if (readFileSync(PAGE, 'utf8') !== page) {
    console.error('docs/examples.md is out of date: node tools/examples-page.mjs');
    process.exitCode = 1;
  }
}
