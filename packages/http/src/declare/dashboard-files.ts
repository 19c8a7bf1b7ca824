/** A file that browsers get as it is. */
export interface DashboardFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The same, compressed by gzip. */
  readonly gzip: Uint8Array;
}

/** The prebuilt dashboard, as `dashboardFiles()` of `@scheduler/dashboard` reads it. */
export interface DashboardFiles {
  /** The page, below which all addresses of the dashboard are. `base` is where it begins, as a relative address. */
  page(base: string): string;
  /** The files that the page loads, by their path below the dashboard. Their names change with their contents. */
  readonly files: ReadonlyMap<string, DashboardFile>;
  /** Pages of other sites that may show the dashboard in a frame, such as `https://admin.example.com`. */
  readonly frameAncestors: readonly string[];
}
