/**
 * The folders of packages/core/src in the order in which a job flows through them. An import may go from a folder to
 * one that stands below it, never to one above it.
 */
export const coreFolders = [
  'node',
  'define',
  'reports',
  'alerts',
  'access',
  'event-log',
  'event-triggers',
  'schedule',
  'dispatch',
  'work',
  'execute',
  'policies',
  'maintain',
  'signals',
  'config',
  'system',
  'support',
];
