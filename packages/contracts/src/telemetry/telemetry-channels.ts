import type { TelemetryName } from './telemetry-messages.js';

/** All channels. The type ensures that none is missing. */
const CHANNELS: Readonly<Record<TelemetryName, true>> = {
  'scheduler:job:start': true,
  'scheduler:job:stop': true,
  'scheduler:job:exception': true,
  'scheduler:job:skip': true,
  'scheduler:job:discard': true,
  'scheduler:job:cancel': true,
  'scheduler:job:preempt': true,
  'scheduler:job:resume': true,
  'scheduler:job:rescue': true,
  'scheduler:queue:pause': true,
  'scheduler:queue:resume': true,
  'scheduler:queue:scale': true,
  'scheduler:dead_letter:insert': true,
  'scheduler:dead_letter:retry': true,
  'scheduler:dead_letter:prune': true,
  'scheduler:circuit:state_change': true,
  'scheduler:circuit:trip': true,
  'scheduler:circuit:reject': true,
  'scheduler:batch:start': true,
  'scheduler:batch:progress': true,
  'scheduler:batch:stop': true,
  'scheduler:leader:election': true,
  'scheduler:leader:resignation': true,
};

export const TELEMETRY_CHANNELS = Object.freeze(Object.keys(CHANNELS) as TelemetryName[]);
