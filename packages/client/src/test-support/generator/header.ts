/** The first line of a generated file. `npm run shape` and lint let such a file be as long as what it lists. */
export const HEADER =
  '// Generated from the route table of @scheduler/http by `npm run generate-client`. Do not edit.\n';
