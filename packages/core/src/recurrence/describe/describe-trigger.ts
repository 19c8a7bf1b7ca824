import { formatDuration, type Trigger } from '@scheduler/contracts';
import type { Shared } from '../compile-trigger.js';

/** A trigger in plain English, short, and never wrong. */
export function describeTrigger(trigger: Trigger, { zones }: Shared): string {
  switch (trigger.kind) {
    case 'once':
      return `once at ${trigger.at.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
    case 'now':
      return 'once, at once';
    case 'every':
      return `every ${formatDuration(trigger.durationMs)}`;
    case 'cron':
      return `by the cron expression ${trigger.expressions.join(' and ')}, ${zones.get(trigger.zone).name}`;
    case 'calendar':
      return `every ${trigger.every} ${trigger.unit} at ${trigger.at}, ${zones.get(trigger.zone).name}`;
    case 'event':
      return `whenever the event ${trigger.name} is published`;
    case 'reboot':
      return 'whenever a node starts';
  }
}
