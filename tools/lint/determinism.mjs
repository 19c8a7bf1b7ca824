/**
 * Time, timers, randomness and ids come through ports: only then can a simulator run a year in milliseconds.
 * The system implementations of those ports are the one place that may touch the real thing.
 */

const throughPort = (what, port) => `${what} is not repeatable: take it through the ${port} port.`;

const timers = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
];

export const determinism = {
  'no-restricted-globals': [
    'error',
    ...timers.map((name) => ({ name, message: throughPort(name, 'timer') })),
    { name: 'performance', message: throughPort('performance', 'clock') },
    { name: 'crypto', message: throughPort('crypto', 'id or random') },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: throughPort('Date.now', 'clock') },
    { object: 'DateTime', property: 'now', message: throughPort('DateTime.now', 'clock') },
    { object: 'DateTime', property: 'local', message: throughPort('DateTime.local', 'clock') },
    { object: 'DateTime', property: 'utc', message: throughPort('DateTime.utc', 'clock') },
    { object: 'Math', property: 'random', message: throughPort('Math.random', 'random') },
    { object: 'process', property: 'hrtime', message: throughPort('process.hrtime', 'clock') },
    ...['globalThis', 'global'].flatMap((object) =>
      timers.map((property) => ({ object, property, message: throughPort(property, 'timer') })),
    ),
    { object: 'AbortSignal', property: 'timeout', message: throughPort('AbortSignal.timeout', 'timer') },
  ],
};

export const determinismSyntax = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: throughPort('new Date() without argument', 'clock'),
  },
  {
    selector: "CallExpression[callee.name='Date']",
    message: throughPort('Date()', 'clock'),
  },
  {
    selector: "Identifier[name='randomUUID']",
    message: throughPort('randomUUID', 'id'),
  },
];

export const determinismImports = [
  {
    regex: '^(node:)?timers(/promises)?$',
    message: throughPort('A timer', 'timer'),
  },
  {
    regex: '^(node:)?perf_hooks$',
    message: throughPort('performance', 'clock'),
  },
  {
    regex: '^(node:)?crypto$',
    importNamePattern: '^(random|webcrypto|getRandomValues)',
    message: throughPort('Randomness', 'id or random'),
  },
];
