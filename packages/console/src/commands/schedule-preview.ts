import type { Trigger } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { EXCLUSION_OPTIONS, readExclusions } from '../reading/read-exclusions.js';
import { readTrigger, zoneOf } from '../reading/read-trigger.js';
import { TRIGGER_OPTIONS } from '../reading/trigger-options.js';
import { previewColumns } from '../views/preview-view.js';

const DEFAULT_COUNT = 10;

export class SchedulePreview extends Command {
  readonly name = 'schedule:preview';
  readonly description = 'Show when a cron expression or another trigger runs; needs no application';
  override readonly arguments = [{ name: 'cron', description: 'cron expression', required: false }];
  override readonly options = [
    { flags: '--count <n>', description: `how many runs, 1 to 1000 (default ${DEFAULT_COUNT})` },
    { flags: '--from <instant>', description: 'runs after this instant (default now)' },
    ...TRIGGER_OPTIONS,
    ...EXCLUSION_OPTIONS,
  ];
  override readonly help = `Examples:
  scheduler schedule:preview '0 9 * * MON-FRI' --zone Europe/Berlin --count 5
  scheduler schedule:preview --monthly 06:00 --nth last --on friday --zone America/New_York
  scheduler schedule:preview '0 9 * * *' --exclude 2027-12-25 --shift next`;

  async run(input: CommandInput, { io, clock, unopenedNode }: CommandContext): Promise<void> {
    const trigger = triggerOf(input);
    const count = input.integer('count', { min: 1, max: 1000 }) ?? DEFAULT_COUNT;
    const now = clock.now();
    const from = input.instant('from', zoneOf(input)) ?? now;
    const exclusions = readExclusions(input);
    const { previewTrigger } = await import('./preview-trigger.js');
    const engine = exclusions?.calendar === undefined ? undefined : (await unopenedNode()).recurrence;
    const { when, runs } = previewTrigger({ trigger, from, count, exclusions }, engine);
    io.result({ trigger, exclusions: exclusions ?? null, when, from, runs }, () => {
      io.line(styled('bold', when));
      if (runs.length === 0) io.line('no runs');
      else io.table(previewColumns(now), runs);
    });
  }
}

function triggerOf(input: CommandInput): Trigger {
  const expression = input.optionalArgument('cron');
  return expression === undefined
    ? readTrigger(input)
    : readTrigger(input, [expression, ...input.list('cron')]);
}
