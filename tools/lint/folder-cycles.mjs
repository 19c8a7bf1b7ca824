import { join } from 'node:path';
import {
  crossingOf,
  folderGraphs,
  folderName,
  importGraph,
  readSources,
  tablesOfContents,
  wayBetween,
} from './graph/index.mjs';
import { onRelativeImports } from './relative-imports.mjs';

/** Refuses an import of a folder from which imports lead back to the folder of the importing file. */
export const noFolderCycle = {
  meta: {
    type: 'problem',
    docs: { description: 'Folders of a project do not import one another in a cycle.' },
    schema: [],
    messages: {
      cycle:
        'This import closes a cycle of folders: {{cycle}} ({{because}}). Folders of a project must not import one another in a cycle.',
    },
  },
  create(context) {
    return onRelativeImports(context, ({ node, project, from, to }) => {
      const crossing = crossingOf(from, to);
      if (crossing === null) return;
      const { graphs, contents } = projectGraphs(project);
      if (contents.includes(from)) return;
      const { within, fromPart, toPart } = crossing;
      const parts = graphs.get(within) ?? new Map();
      const way = wayBetween(
        new Map([...parts].map(([part, next]) => [part, next.keys()])),
        toPart,
        fromPart,
      );
      if (way === null) return;
      const cycle = [fromPart, ...way].map((part) => folderName(within, part)).join(' → ');
      const back = way.slice(1).map((part, index) => parts.get(way[index]).get(part));
      const because = back.map((each) => `${each.from} imports ${each.to}`).join(', ');
      context.report({ node, messageId: 'cycle', data: { cycle, because } });
    });
  },
};

const read = new Map();

/** Read once for each project and run of ESLint; an editor sees imports that changed elsewhere when ESLint starts anew. */
function projectGraphs(project) {
  if (!read.has(project)) {
    const sources = readSources(join(project, 'src'));
    const contents = tablesOfContents(project, sources);
    read.set(project, { contents, graphs: folderGraphs(importGraph(sources), contents) });
  }
  return read.get(project);
}
