/** The things of the sample data that addresses name. */
export interface SampleIds {
  readonly job: string;
  readonly failed: string;
}

export interface ListedScreen {
  readonly name: string;
  readonly path: (ids: SampleIds) => string;
  /** What is on it once it has loaded. */
  readonly shows: string;
}

/** Every screen, for the tests in a browser and for the pictures in the documentation. */
export const LISTED_SCREENS: readonly ListedScreen[] = [
  { name: 'overview', path: () => '', shows: 'Latest failures' },
  { name: 'executions', path: () => 'executions', shows: 'send_invoice' },
  { name: 'execution', path: ({ failed }) => `executions/${failed}`, shows: 'is not an e-mail address' },
  { name: 'jobs', path: () => 'jobs', shows: 'nightly-invoices' },
  { name: 'job', path: ({ job }) => `jobs/${job}`, shows: 'What happened' },
  { name: 'dead-letters', path: () => 'dead-letters', shows: 'is not an e-mail address' },
  { name: 'settings', path: () => 'settings', shows: 'API keys' },
];
