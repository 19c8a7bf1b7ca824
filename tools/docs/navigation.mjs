/** The sections of the site in the order of the sidebar: pages by their source, with a shorter title where the heading is long. */
export const SECTIONS = [
  {
    title: 'Start',
    pages: [
      ['docs/index.md', 'What it is'],
      ['docs/tutorial.md'],
      ['docs/examples.md'],
      ['docs/comparison.md'],
      ['docs/benchmarks.md'],
      ['docs/glossary.md'],
    ],
  },
  {
    title: 'Use it',
    pages: [
      ['docs/api.md', 'Defining jobs'],
      ['docs/typed-jobs.md'],
      ['docs/transactions.md'],
      ['docs/declaring-jobs.md'],
      ['docs/recurrence.md', 'Recurrence'],
      ['docs/workflows.md'],
      ['docs/durable-functions.md'],
      ['docs/events.md'],
      ['docs/testing-handlers.md'],
      ['docs/tenants.md'],
      ['docs/access.md'],
      ['docs/event-log.md'],
      ['docs/http.md'],
      ['docs/dashboard.md'],
      ['docs/importing.md'],
    ],
  },
  { title: 'Policies', folder: 'docs/policies/' },
  { title: 'With your framework', folder: 'docs/guides/' },
  { title: 'Coming from', folder: 'docs/migrating/' },
  {
    title: 'Run it',
    pages: [
      ['docs/production.md'],
      ['docs/sizing.md'],
      ['docs/troubleshooting.md'],
      ['docs/configuration.md'],
      ['docs/deployment.md'],
      ['docs/operating.md'],
      ['docs/telemetry.md'],
      ['docs/alerts.md'],
      ['docs/bullmq.md'],
      ['docs/security.md'],
      ['docs/guarantees.md'],
      ['UPGRADING.md'],
      ['CHANGELOG.md'],
    ],
  },
  { title: 'Packages', folder: 'packages/' },
  {
    title: 'Understand and change it',
    pages: [
      ['docs/architecture.md'],
      ['docs/writing-a-store.md'],
      ['apps/reference/README.md', 'Reference application'],
      ['tools/bench/README.md', 'Benchmark suites'],
      ['tools/faults/README.md', 'Faults'],
      ['CONTRIBUTING.md'],
    ],
  },
  { title: 'Decisions', folder: 'docs/decisions/' },
];

/** The sidebar: sections with their pages, each with a title. Throws for a page that has no place, and for a place without a page. */
export function navigationOf(pages) {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const placed = new Set();
  const place = (source, title) => {
    const page = bySource.get(source);
    if (page === undefined)
      throw new Error(`tools/docs/navigation.mjs names ${source}, which does not exist`);
    placed.add(source);
    return { ...page, title: title ?? page.title };
  };
  const sections = SECTIONS.map(({ title, pages: listed, folder }) => ({
    title,
    isLong: folder !== undefined,
    pages: listed
      ? listed.map(([source, name]) => place(source, name))
      : pagesBelow(folder, pages).map(({ source }) => place(source)),
  })).filter((section) => section.pages.length > 0);
  const lost = pages.filter(({ source }) => !placed.has(source)).map(({ source }) => source);
  if (lost.length > 0) throw new Error(`no section of tools/docs/navigation.mjs has ${lost.join(', ')}`);
  return sections;
}

/** The pages of a folder, that of the folder itself first. */
function pagesBelow(folder, pages) {
  const isOverview = ({ source }) => source === `${folder}README.md`;
  const key = (page) => `${isOverview(page) ? 0 : 1}${page.source}`;
  return pages.filter(({ source }) => source.startsWith(folder)).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
