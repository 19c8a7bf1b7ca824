import { readArguments, Refusal, type Task, USAGE } from './arguments.js';
import { exhaustiveTask, type TaskResult, mutantsTask, replayTask, seedsTask } from './tasks.js';

/** Runs the command line. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const { task, json } = readArguments(argv);
    const { passed, text, data } = await run(task);
    console.log(json ? JSON.stringify(data, null, 2) : text);
    return passed ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof RangeError)) throw error;
    console.error(error.message);
    return 2;
  }
}

function run(task: Task): Promise<TaskResult> {
  switch (task.kind) {
    case 'help':
      return Promise.resolve({ passed: true, text: USAGE, data: USAGE });
    case 'seeds':
      return seedsTask(task);
    case 'replay':
      return replayTask(task);
    case 'exhaustive':
      return exhaustiveTask();
    case 'mutants':
      return mutantsTask(task.count);
  }
}
