/** The name under which spans and instruments are made. */
export const INSTRUMENTATION = '@scheduler/telemetry';
