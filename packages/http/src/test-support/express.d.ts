/** What the tests use of Express, which has no types of its own. */
declare module 'express' {
  interface Application {
    (incoming: unknown, outgoing: unknown): void;
    use(...middleware: readonly unknown[]): Application;
    get(path: string, handler: unknown): Application;
  }
  function express(): Application;
  namespace express {
    function json(): unknown;
  }
  export = express;
}
