import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled, type Text } from '../output/text.js';
import { utcTime } from '../output/times.js';
import { checkHealth, type HealthReport } from '../views/health-report.js';

export class Health extends Command {
  readonly name = 'health';
  readonly description = 'Check that the store answers and fits; exit code 1 if not';
  override readonly help =
    'Nothing is written but the tables of an embedded store. A connection URL is never shown.';

  async run(_input: CommandInput, context: CommandContext): Promise<number> {
    // Opened by the check itself: that a store cannot be opened is an answer here, not an error.
    const report = await checkHealth(await context.unopenedNode());
    context.io.result(report, () => printReport(context.io, report));
    return report.healthy ? 0 : 1;
  }
}

function printReport(io: ConsoleIo, report: HealthReport): void {
  const { store, schema, queues, leadership, problem } = report;
  const lines: readonly (readonly [string, Text])[] = [
    ['health', report.healthy ? styled('green', 'healthy') : styled('red', 'unhealthy')],
    ['store', `${store.name}, ${answerText(report)}`],
    ['schema', schema.pending.length === 0 ? schema.state : `${schema.state}: ${schema.pending.join(', ')}`],
    ['waiting', queues === null ? 'unknown' : `${queues.available} now, ${queues.delayed} later`],
    ['running', queues === null ? 'unknown' : String(queues.running)],
    ['leader', leaderText(leadership)],
  ];
  for (const [label, value] of lines) io.line(`${label.padEnd(8)}  `, value);
  if (problem !== null) io.error(problem.message, problem.code);
}

function answerText({ store, schema }: HealthReport): string {
  if (store.latencyMs !== null) return `answers in ${store.latencyMs} ms`;
  // Whoever says that its tables do not fit has answered.
  return schema.state === 'mismatch' ? 'answers' : 'does not answer';
}

function leaderText({ distributed, leader }: HealthReport['leadership']): string {
  if (!distributed) return 'not distributed: every node ticks';
  return leader === null ? 'nobody' : `${leader.node} until ${utcTime(leader.until)}`;
}
