// node tools/examples-page.mjs: writes the sources of the examples into docs/examples.md. With --check it fails if the page is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const SOURCES = path('../apps/examples/src/');
const PAGE = path('../docs/examples.md');

/** What each example shows, in the order of the page. The first file of each is `main.ts`. */
const EXAMPLES = {
  basic: 'One job with a schedule, and work without one, in memory.',
  cron: 'Cron expressions in words, their next runs, and a job with an expression that has seconds.',
  fluent: 'Jobs written as sentences, types with defaults, options as functions.',
  typed: 'A payload and a result with schemas, checked for callers and for the handler.',
  decorators:
    'Classes in a DI container whose decorators register them: no list of handlers, no call of `schedule`.',
  transactional:
    'A job exists if and only if the transaction that schedules it commits, and it can complete in a transaction too.',
  workflow:
    'A graph with a fan-out, a join, a condition and an approval, printed as a table: [Workflows](workflows.md).',
  saga: 'An order that fails at shipping is undone step by step, in the inverted order of its graph.',
  'durable-function':
    'A handler in steps: a retry goes on after the last finished one, and a failure undoes them. [Durable functions](durable-functions.md) explains it.',
  'event-log':
    'Every change is an event with its cause, a handler emits one of its own, a read model is built from them, and the log explains every row.',
  batch: 'Many items in portions, a few at a time, with progress while the job runs.',
  threads:
    'Work that keeps a processor busy runs in threads of a pool, and one that never ends is ended. [Threads](policies/threads.md) explains it.',
  distributed:
    'Two workers share the work in one database, and each image is processed once: two processes on PostgreSQL if `SCHEDULER_POSTGRES_URL` is set, otherwise two nodes on one SQLite file.',
  'json-file':
    'Jobs in one JSON file, by a store that is written for it: `apps/examples/src/json-file-store`, which [Writing a store](writing-a-store.md) explains.',
  postgres: 'Jobs on PostgreSQL outlive the process. It needs `SCHEDULER_POSTGRES_URL`.',
};

export function exampleNames() {
  return Object.keys(EXAMPLES);
}

/** The up-to-date text of the page. */
export async function examplesPage() {
  const text = `# Examples

Each example is a program that runs in seconds and ends by itself, with exit code 0 if everything was as expected. The tests run all of them. \`node tools/examples-page.mjs\` writes this page.

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
    console.error('docs/examples.md is out of date; run node tools/examples-page.mjs');
    process.exitCode = 1;
  }
}
