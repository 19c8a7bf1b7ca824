import { ConfigurationInvalid } from '@scheduler/contracts';

/** A copy of an answer without what its reader must not see. */
export type RedactAnswer = (body: unknown) => unknown;

const HIDDEN = '***';
const STEP = /^(?:\*|[^.*\s]{1,100})$/;
const PATH_RULE = "paths such as 'payload.card.number' or 'result.*.iban', where * is any one name or index";

/** Members that hold the data of an application. Without `payloads:read` they are null. */
const DATA_MEMBERS: ReadonlySet<string> = new Set([
  'payload',
  'result',
  'checkpoint',
  'context',
  'data',
  'error_stack',
  'input',
  'output',
]);

/** Hides what stands at the given paths, wherever the first step of a path is a member of something in the answer. */
export function redactPaths(paths: readonly string[]): RedactAnswer {
  const byFirst = new Map<string, (readonly string[])[]>();
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    byFirst.set(first, [...(byFirst.get(first) ?? []), rest]);
  }
  const walk = (value: unknown): unknown =>
    mapMembers(value, (name, inner) => {
      const walked = walk(inner);
      return (byFirst.get(name) ?? []).reduce((hidden, rest) => hide(hidden, rest), walked);
    });
  return byFirst.size === 0 ? (body) => body : walk;
}

/** Whether a path of an answer, or something above it, is hidden. The first step of a hidden path may be a member anywhere. */
export function hidesPath(paths: readonly string[], path: string): boolean {
  const steps = path.split('.');
  return paths.some((hidden) => {
    const wanted = hidden.split('.');
    return steps.some((_, start) =>
      wanted.every((step, index) => {
        const given = steps[start + index];
        return given !== undefined && (step === '*' || step === given);
      }),
    );
  });
}

export function hideData(body: unknown): unknown {
  return mapMembers(body, (name, inner) => (DATA_MEMBERS.has(name) ? null : hideData(inner)));
}

function hide(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value === null || value === undefined ? value : HIDDEN;
  return mapMembers(value, (name, inner) => (step === '*' || step === name ? hide(inner, rest) : inner));
}

function mapMembers(value: unknown, change: (name: string, inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner, index) => change(String(index), inner));
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof ReadableStream)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(name, inner)]));
}

/** Throws ConfigurationInvalid for a path that could never match, since it would protect nothing. */
export function checkPaths(paths: readonly unknown[]): readonly string[] {
  for (const path of paths)
    if (typeof path !== 'string' || !path.split('.').every((step) => STEP.test(step)) || path.startsWith('*'))
      throw new ConfigurationInvalid({
        field: 'redact',
        value: path,
        problem: 'is not a path',
        accepted: PATH_RULE,
      });
  return paths as readonly string[];
}
