import { generatedFolder, limits } from '@scheduler/lint/limits';

/** What makes the check fail, in words: what and where. Empty: nothing does. */
export function problemsOf(project) {
  return [
    ...entryProblems(project),
    ...folderProblems(project),
    ...fileCycleProblems(project),
    ...fileProblems(project),
    ...functionProblems(project),
  ];
}

const entryProblems = ({ folder, entries }) =>
  entries
    .filter(({ names }) => names === null)
    .map(
      ({ entry, file }) =>
        `${folder}/package.json: the entry ${entry} leads to src/${file}, which does not exist`,
    );

const folderProblems = ({ folder, folderCycles }) =>
  folderCycles.map(
    ({ folders, imports }) =>
      `${folder}/src: folders import one another in a cycle: ${around(folders)}\n` +
      imports.map(({ from, to }) => `    ${from} imports ${to}`).join('\n'),
  );

const fileCycleProblems = ({ folder, fileCycles }) =>
  fileCycles.map((files) => `${folder}/src: files import one another in a cycle: ${around(files)}`);

const fileProblems = ({ folder, files }) =>
  files
    .filter(({ file, isTableOfContents }) => !isTableOfContents && !file.startsWith(generatedFolder))
    .filter(({ lines }) => lines > limits.fileLines)
    .map(
      ({ file, lines }) =>
        `${folder}/src/${file}: the file has ${lines} lines, at most ${limits.fileLines} are allowed`,
    );

function functionProblems({ folder, functions }) {
  return functions.flatMap(({ file, line, name, lines, parameters }) => {
    const where = `${folder}/src/${file}:${line}: ${name} has`;
    return [
      ...(lines > limits.functionLines
        ? [`${where} ${lines} lines, at most ${limits.functionLines} are allowed`]
        : []),
      ...(parameters > limits.parameters
        ? [`${where} ${parameters} parameters, at most ${limits.parameters} are allowed`]
        : []),
    ];
  });
}

const around = (cycle) => [...cycle, cycle[0]].join(' → ');
