import type * as CompileCron from '../cron/compile-cron.js';
import type * as ParseCron from '../cron/parse-cron.js';

/**
 * The modules of cron, loaded with the first cron trigger: an application that has none never loads them (F43). `require` and not
 * `import()`, since a trigger is compiled without waiting.
 */

let compiling: typeof CompileCron | undefined;
let parsing: typeof ParseCron | undefined;

export function compileCronModule(): typeof CompileCron {
  return (compiling ??= require('../cron/compile-cron.js') as typeof CompileCron);
}

export function parseCronModule(): typeof ParseCron {
  return (parsing ??= require('../cron/parse-cron.js') as typeof ParseCron);
}
