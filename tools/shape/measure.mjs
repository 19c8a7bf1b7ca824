import { basename, join } from 'node:path';
import {
  cyclesOf,
  entriesOf,
  folderCycles,
  importGraph,
  readSources,
  tablesOfContents,
} from '@scheduler/lint/graph';
import { declaredNames, exportedNames } from './exported-names.mjs';
import { functionsIn } from './functions.mjs';

/** What there is to know of one project. Files are named by their path below its src folder. */
export function measure(root, folder) {
  const project = join(root, folder);
  const sources = readSources(join(project, 'src'));
  const contents = tablesOfContents(project, sources);
  const graph = importGraph(sources);
  const files = sources.map(({ file, text, syntax }) => ({
    file,
    lines: linesOf(text),
    isTableOfContents: contents.includes(file),
    names: declaredNames(syntax),
  }));
  const functions = sources.flatMap((source) =>
    functionsIn(source).map((each) => ({ file: source.file, ...each })),
  );
  return {
    name: basename(folder),
    folder,
    files,
    functions,
    entries: [...entriesOf(project)].map(([entry, file]) => {
      const source = sources.find((each) => each.file === file);
      return { entry, file, names: source === undefined ? null : exportedNames(source.syntax).length };
    }),
    folderCycles: folderCycles(graph, contents),
    fileCycles: cyclesOf(graph),
  };
}

function linesOf(text) {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
