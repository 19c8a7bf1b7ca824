/** The name of the file for a job type: `reports:send_mail` → `reports-send-mail.check.ts`. */
export function checkFileName(type: string): string {
  return `${type.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.check.ts`;
}

/** A check that fails until it is given the handler: one that passed would say something about a handler that nobody uses. */
export function checkSource(type: string): string {
  return `import type { JobHandler } from '@scheduler/contracts';
import { defineHandlerCheck, recordingEffect, recordingService, recordingTable } from '@scheduler/testing';

export default defineHandlerCheck({
  type: '${type}',
  // Everything that the handler works with, anew for each run. Keep what it needs, or put doubles of your own here.
  world: () => ({
    rows: recordingTable(),
    service: recordingService(),
    mails: recordingEffect(),
  }),
  // Your handler over that world, such as: ({ service }) => new ChargeCardHandler(service)
  handler: (world): JobHandler => {
    throw new Error(\`make the handler of ${type} over \${Object.keys(world).join(', ')}\`);
  },
  payload: {},
});
`;
}
