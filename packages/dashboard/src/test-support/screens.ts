/** The things of the sample data that addresses name. */
export interface SampleIds {
  readonly job: string;
  readonly failed: string;
  /** A run that waits for an approval. */
  readonly waitingRun: string;
  /** A run whose last step failed, so that what was done before was undone. */
  readonly undoneRun: string;
}

export interface ListedScreen {
  /** Of its pictures too. */
  readonly name: string;
  readonly path: (ids: SampleIds) => string;
  /** Where its picture is taken, if another place shows more. */
  readonly picture?: string;
  /** What is on it once it has loaded, whatever is stored. */
  readonly shows: string;
}

const YEAR_WITH_AN_OUTAGE =
  'simulator?cron=30+2+*+*+*&zone=Europe/Berlin&year=2027&outages=2027-03-28T00:00~2027-03-30T12:00&date=2027-03-30';

/** Every screen, for the tests in a browser and for the pictures in the documentation. */
export const LISTED_SCREENS: readonly ListedScreen[] = [
  { name: 'overview', path: () => '', shows: 'Latest failures' },
  { name: 'executions', path: () => 'executions', shows: 'on this page' },
  { name: 'execution', path: ({ failed }) => `executions/${failed}`, shows: 'Attempts' },
  { name: 'jobs', path: () => 'jobs', shows: 'cache-warm-up' },
  { name: 'job', path: ({ job }) => `jobs/${job}`, shows: 'What happened' },
  { name: 'dead-letters', path: () => 'dead-letters', shows: 'one by one' },
  { name: 'alerts', path: () => 'alerts', shows: 'imports-wait' },
  { name: 'forecast', path: () => 'forecast', shows: 'Collisions' },
  { name: 'simulator', path: () => YEAR_WITH_AN_OUTAGE, shows: 'What is not ordinary' },
  { name: 'queues', path: () => 'queues', shows: 'Running now' },
  { name: 'workflows', path: () => 'workflows', shows: 'fulfil-order' },
  { name: 'workflow-run', path: ({ waitingRun }) => `workflows/${waitingRun}`, shows: 'All steps' },
  {
    name: 'undone-run',
    path: ({ undoneRun }) => `workflows/${undoneRun}?step=pay-back`,
    shows: 'All steps',
  },
  { name: 'events', path: () => 'events', shows: 'Data' },
  { name: 'audit', path: () => 'audit', picture: 'audit?action=jobs:write', shows: 'ada' },
  { name: 'limits', path: () => 'limits', shows: 'Rate limits' },
  { name: 'settings', path: () => 'settings', shows: 'API keys' },
];
