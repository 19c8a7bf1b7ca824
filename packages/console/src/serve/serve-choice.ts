/** What the command line chooses about an API that is to be served. What it leaves open is that of the application. */
export interface ServeChoice {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly basePath: string | undefined;
  readonly readOnly: boolean;
  readonly apiKeys: boolean;
  /** Whether this process also works on jobs. */
  readonly works: boolean;
}
