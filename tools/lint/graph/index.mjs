export { cyclesOf, wayBetween } from './cycles.mjs';
export { entriesOf, packageEntries, tablesOfContents } from './entries.mjs';
export { crossingOf, folderCycles, folderGraphs, folderName } from './folders.mjs';
export { importGraph, targetOf } from './imports.mjs';
export { isProduct, readSources } from './sources.mjs';
