import type { ProjectPlan } from './project-plan.js';
import { notesOn } from './project-stores.js';

const LOOKING_AROUND: Readonly<Record<string, string>> = {
  'npx scheduler doctor': 'is everything as it should be?',
  'npx scheduler schedule:list': 'the jobs and their next runs',
  'npx scheduler schedule:history say-hello --logs': 'what has run, and what it said',
  'npx scheduler schedule:run say-hello': 'run it now, besides its schedule',
  'npx scheduler schedule:plan': 'what the next start would change of the jobs',
  'npx scheduler make:handler SendInvoice': 'the next handler, with its test',
};

export function readmeSource({ name, store }: ProjectPlan): string {
  const { preparation, durability } = notesOn(store);
  const commands = Object.entries(LOOKING_AROUND).map(([command, does]) => `${command.padEnd(48)} # ${does}`);
  return `# ${name}

\`\`\`sh
${['npm install', ...preparation, 'npm start'].join('\n')}
\`\`\`

It greets the world every five seconds. ${durability}

| file                                | holds                                                    |
| ----------------------------------- | -------------------------------------------------------- |
| \`src/handlers/say-hello.handler.ts\` | what is done                                             |
| \`src/jobs.ts\`                       | when it is done: the declared jobs                       |
| \`src/jobs.test.ts\`                  | a test of it, in memory: \`npm test\`                      |
| \`src/scheduler.ts\`                  | the scheduler: its store, its settings, its handlers     |
| \`src/main.ts\`                       | the process that runs jobs until it is stopped           |
| \`scheduler.config.ts\`               | what \`npx scheduler\` works on                            |

Look around, while it runs or not:

\`\`\`sh
${commands.join('\n')}
\`\`\`

A handler becomes known by its line in \`handlers\` of \`src/scheduler.ts\`, and a job by its entry in \`src/jobs.ts\`. Change an entry and start
again: the stored job follows. \`npx scheduler schedule:plan\` shows beforehand what a start would change. \`SCHEDULER_STORE\` and the other
\`SCHEDULER_*\` variables choose the store and its settings. In production run \`node dist/src/main.js\` itself: npm does not pass every signal on.
The commands of the console work in this folder and in every folder below; where cron calls them, point them at what is built, which starts faster:

\`\`\`sh
* * * * * cd /path/to/${name} && npx scheduler schedule:process --run --config dist/scheduler.config.js
\`\`\`
`;
}
