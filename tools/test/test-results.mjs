import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { coverageFile, readJson, resultFile } from './workspace.mjs';

/** Removes what an earlier run left, so that only this run is counted, and makes room for the summary of jest. */
export function prepareTestResults() {
  mkdirSync(dirname(resultFile), { recursive: true });
  for (const file of [resultFile, coverageFile]) rmSync(file, { force: true });
}

/** Reads the summary of jest. A suite that does not load, or a summary that is missing, is one failure. */
export function readTestResults() {
  if (!existsSync(resultFile)) {
    console.log('no test summary was written');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const summary = readJson(resultFile);
  return {
    passed: summary.numPassedTests,
    failed: summary.numFailedTests + summary.numRuntimeErrorTestSuites,
    skipped: summary.numPendingTests + summary.numTodoTests,
  };
}
