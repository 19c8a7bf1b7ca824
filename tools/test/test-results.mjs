import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readJson, root, testedProjects } from './workspace.mjs';

const resultFile = (project) => join(project, 'tmp/jest.json');

/** Removes what an earlier run left, so that only this run is counted, and makes room for jest's summaries. */
export function prepareTestResults() {
  for (const project of testedProjects()) {
    rmSync(resultFile(project), { force: true });
    mkdirSync(dirname(resultFile(project)), { recursive: true });
    rmSync(join(project, 'coverage'), { force: true, recursive: true });
  }
}

/** Adds up jest's JSON summaries. A suite that does not load, or a project without a summary, is one failure. */
export function sumTestResults() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const project of testedProjects()) {
    if (!existsSync(resultFile(project))) {
      console.log(`${relative(root, project)}: no test summary was written`);
      sum.failed += 1;
      continue;
    }
    const summary = readJson(resultFile(project));
    sum.passed += summary.numPassedTests;
    sum.failed += summary.numFailedTests + summary.numRuntimeErrorTestSuites;
    sum.skipped += summary.numPendingTests + summary.numTodoTests;
  }
  return sum;
}
