import { GITIGNORE_SOURCE, manifestSource, TSCONFIG_SOURCE } from './project-manifest.js';
import type { ProjectPlan } from './project-plan.js';
import { readmeSource } from './project-readme.js';
import {
  CONFIG_SOURCE,
  HANDLER_SOURCE,
  JOBS_SOURCE,
  MAIN_SOURCE,
  schedulerSource,
  TEST_SOURCE,
} from './project-sources.js';

/** Every file of a new project, by its path in it. */
export function projectFiles(plan: ProjectPlan): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', manifestSource(plan)],
    ['tsconfig.json', TSCONFIG_SOURCE],
    ['.gitignore', GITIGNORE_SOURCE],
    ['README.md', readmeSource(plan)],
    ['scheduler.config.ts', CONFIG_SOURCE],
    ['src/main.ts', MAIN_SOURCE],
    ['src/scheduler.ts', schedulerSource(plan.store)],
    ['src/jobs.ts', JOBS_SOURCE],
    ['src/jobs.test.ts', TEST_SOURCE],
    ['src/handlers/say-hello.handler.ts', HANDLER_SOURCE],
  ]);
}
