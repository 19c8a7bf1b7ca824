import MiniSearch from 'minisearch';

/** The options of the index, which the script of the site has to repeat when it loads it. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'url', 'start'],
};

/** A script with the index of all sections of all pages: a script and no JSON, so that it loads from a disk too. */
export function searchScript(pages) {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ id, ...section })));
  return `window.schedulerSearch(${JSON.stringify(JSON.stringify(index))}, ${JSON.stringify(SEARCH_OPTIONS)});\n`;
}

function sectionsOf({ page, rendered }) {
  return rendered.sections.map(({ title, anchor, text }, index) => ({
    title,
    page: index === 0 ? '' : rendered.title,
    url: index === 0 ? page.url : `${page.url}#${anchor}`,
    text,
    start: text.replaceAll(/\s+/g, ' ').slice(0, 120),
  }));
}
