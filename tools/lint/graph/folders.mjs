import { posix } from 'node:path';
import { cyclesOf } from './cycles.mjs';

/**
 * How folders import one another. Each folder is looked at by itself: its sub-folders (with all that is in them) and
 * its own files, which count as one more part named by FILES, must not import one another in a cycle. A cycle
 * between any folders of a package, however deep they lie, is a cycle between the parts of the folder that holds
 * them all.
 */
export const FILES = '*';

/** Where an import crosses folders: the folder that holds both files, and the part of it on either side. Null: both are in one part. */
export function crossingOf(from, to) {
  const [fromPath, toPath] = [foldersOf(from), foldersOf(to)];
  let depth = 0;
  while (depth < fromPath.length && fromPath[depth] === toPath[depth]) depth += 1;
  const [fromPart, toPart] = [fromPath[depth] ?? FILES, toPath[depth] ?? FILES];
  return fromPart === toPart ? null : { within: fromPath.slice(0, depth).join('/'), fromPart, toPart };
}

/**
 * The graphs of the parts: Map of holding folder → Map of part → Map of imported part → one import { from, to } that
 * makes it so. Tables of contents are left out, because they import from everywhere.
 */
export function folderGraphs(graph, contents = []) {
  const graphs = new Map();
  for (const [from, targets] of graph) {
    if (contents.includes(from)) continue;
    for (const to of targets) addCrossing(graphs, from, to);
  }
  return graphs;
}

function addCrossing(graphs, from, to) {
  const crossing = crossingOf(from, to);
  if (crossing === null) return;
  const { within, fromPart, toPart } = crossing;
  const parts = valueAt(graphs, within);
  valueAt(parts, toPart);
  const imported = valueAt(parts, fromPart);
  if (!imported.has(toPart)) imported.set(toPart, { from, to });
}

/** The cycles between folders: { folders, imports }, with one import for each step of the way around. */
export function folderCycles(graph, contents) {
  return [...folderGraphs(graph, contents)].flatMap(([within, parts]) => {
    const edges = new Map([...parts].map(([part, imported]) => [part, [...imported.keys()]]));
    return cyclesOf(edges).map((cycle) => ({
      folders: cycle.map((part) => folderName(within, part)),
      imports: cycle.map((part, index) => parts.get(part).get(cycle[(index + 1) % cycle.length])),
    }));
  });
}

/** A part as people would name it: `tables`, `execute/attempt`, or `the files of execute`. */
export function folderName(within, part) {
  if (part === FILES) return `the files of ${within === '' ? 'src' : within}`;
  return within === '' ? part : `${within}/${part}`;
}

function foldersOf(file) {
  const folder = posix.dirname(file);
  return folder === '.' ? [] : folder.split('/');
}

function valueAt(map, key) {
  if (!map.has(key)) map.set(key, new Map());
  return map.get(key);
}
