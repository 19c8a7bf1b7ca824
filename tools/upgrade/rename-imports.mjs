#!/usr/bin/env node
// node rename-imports.mjs 'src/**/*.ts' …: brings imports of @scheduler packages in line with the table "Names that changed" of
// UPGRADING.md. It rewrites named imports and, in the same file, the uses of a renamed one. Members of objects, such as
// `execution.tries`, are left to you: the compiler names each.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CONTRACTS = {
  AttemptEnded: 'AttemptEndNotice',
  DeadLetter: 'DeadLetterMark',
  DeadTold: 'DeadLetterNotice',
  DurationFigures: 'DurationStatistics',
  durationFigures: 'durationStatistics',
  EndedFigures: 'EndedStatistics',
  figuresOfJob: 'jobRunStatisticsOf',
  JobEndedByWord: 'JobEndedByRequest',
  JobFigures: 'JobRunStatistics',
  JobFiguresRequest: 'JobRunStatisticsRequest',
  keepsItsPlace: 'keepsUniqueKey',
  maxTries: 'maxAttempts',
  mostOfJob: 'jobConcurrencyLimit',
  ProcessFigures: 'ProcessStatistics',
  RetryTold: 'RetryNotice',
  ScheduledOptions: 'TypedScheduleOptions',
  Settled: 'SettledCounts',
};

const CORE = {
  Classified: 'ErrorClassification',
  DeadLetter: 'DeadLetterEntry',
  QueueStats: 'QueueStatistics',
  ScheduleOptions: 'SentenceOptions',
  Present: 'CurrentObstacles',
  StoredChecked: 'CheckedCounts',
  StoredCheckOptions: 'CompatibilityOptions',
  StoredCheckReport: 'CompatibilityReport',
  StoredProblem: 'CompatibilityProblem',
  StoredProblemKind: 'CompatibilityProblemKind',
  SystemProcessFigures: 'SystemProcessStatistics',
  Verdict: 'OccurrenceVerdict',
};

const INVERSIFY = {
  PROCESS_FIGURES: 'PROCESS_STATISTICS',
  ScheduledOptions: 'ScheduledMethodOptions',
  ScheduleOptions: 'DecoratedScheduleOptions',
};

/** By package and old name. */
const RENAMED = {
  '@scheduler/contracts': CONTRACTS,
  '@scheduler/core': CORE,
  '@scheduler/inversify': INVERSIFY,
};

const REDIS = [
  'createRedisStore',
  'RedisStoreOptions',
  'RedisConnectionOptions',
  'createStreamConsumer',
  'StreamConsumer',
  'StreamConsumerOptions',
  'StreamEntry',
  'streamKeyOf',
  'StreamName',
];
const RECURRENCE = [
  'createRecurrenceEngine',
  'PreviewEntry',
  'PreviewRequest',
  'Recurrence',
  'RecurrenceEngine',
  'RecurrenceRequest',
];

/** The names that the installed @scheduler/contracts/adapter exports. */
function adapterNames() {
  const manifest = createRequire(join(process.cwd(), 'package.json')).resolve(
    '@scheduler/contracts/package.json',
  );
  const declarations = readFileSync(join(manifest, '../dist/adapter.d.ts'), 'utf8');
  const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names]) => names);
  return lists.flatMap(specifiersOf).map(({ name, alias }) => alias ?? name);
}

function specifiersOf(list) {
  return list
    .split(',')
    .map((text) => /^\s*(type )?(\w+)(?: as (\w+))?\s*$/.exec(text))
    .filter((match) => match !== null)
    .map(([, type, name, alias]) => ({ isType: type !== undefined, name, alias }));
}

const MOVED = new Map([
  ...adapterNames().map((name) => [`@scheduler/contracts ${name}`, '@scheduler/contracts/adapter']),
  ...REDIS.map((name) => [`@scheduler/bullmq ${name}`, '@scheduler/redis']),
  ...RECURRENCE.map((name) => [`@scheduler/core ${name}`, '@scheduler/recurrence']),
  ['@scheduler/core didYouMean', '@scheduler/contracts/adapter'],
]);

/** The text of a file with its imports as they are to be. */
function rewrite(source) {
  const uses = new Map();
  const imports = /^(import|export) (type )?\{([^}]*)\} from '(@scheduler\/\w+)';$/gm;
  const text = source.replace(imports, (_, keyword, type = '', list, from) => {
    const byEntry = new Map();
    for (const { isType, name, alias } of specifiersOf(list)) {
      const renamed = RENAMED[from]?.[name] ?? name;
      const entry = MOVED.get(`${from} ${renamed}`) ?? from;
      // What others import from this file under the old name keeps it.
      const kept = alias ?? (keyword === 'export' && renamed !== name ? name : undefined);
      if (renamed !== name && kept === undefined) uses.set(name, renamed);
      const specifier = `${isType ? 'type ' : ''}${renamed}${kept === undefined ? '' : ` as ${kept}`}`;
      byEntry.set(entry, [...(byEntry.get(entry) ?? []), specifier]);
    }
    return [...byEntry]
      .map(([entry, names]) => `${keyword} ${type}{ ${names.join(', ')} } from '${entry}';`)
      .join('\n');
  });
  return [...uses].reduce(
    (result, [name, renamed]) => result.replaceAll(new RegExp(`(?<![\\w.'])${name}(?![\\w'])`, 'g'), renamed),
    text,
  );
}

for (const file of process.argv.slice(2)) {
  const source = readFileSync(file, 'utf8');
  const text = rewrite(source);
  if (text === source) continue;
  writeFileSync(file, text);
  console.log(file);
}
