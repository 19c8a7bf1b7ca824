import { join } from 'node:path';
import ts from 'typescript';
import { type Field, includesUndefined, shapeOf } from './shape.js';

const ROOT = join(__dirname, '../../../../..');

export interface PublicMethod {
  readonly owner: string;
  readonly name: string;
  /** The parameters, without those that stand for any number of arguments. */
  readonly parameters: readonly Field[];
}

/** The interfaces and classes through which programs use a node, and where they are declared. */
const OWNERS = {
  Scheduler: 'packages/contracts/src/scheduler/scheduler.ts',
  SchedulerNode: 'packages/core/src/node/scheduler-node.ts',
  QueueControl: 'packages/core/src/work/queues/queue-control.ts',
  DeadLetters: 'packages/core/src/maintain/dead-letters/dead-letters.ts',
  RateLimits: 'packages/core/src/policies/rate-limits/rate-limits.ts',
  Circuits: 'packages/core/src/policies/circuits/circuits.ts',
  Statistics: 'packages/core/src/reports/statistics/statistics.ts',
  DeclaredJobs: 'packages/core/src/define/declared/declared-jobs.ts',
  NodeLeadership: 'packages/core/src/node/node-leadership.ts',
  SchedulerApp: 'packages/core/src/node/scheduler-app.ts',
  EventBus: 'packages/contracts/src/events/event-bus.ts',
  Workflows: 'packages/workflow/src/runtime/workflows.ts',
  Alerts: 'packages/core/src/alerts/alerts.ts',
  ApiKeys: 'packages/core/src/access/api-keys.ts',
  AuditLog: 'packages/core/src/access/audit-log.ts',
  Idempotency: 'packages/core/src/access/idempotency.ts',
  EventHistory: 'packages/core/src/event-log/event-history.ts',
  EventReaders: 'packages/core/src/event-log/readers/event-readers.ts',
} as const;

export type Owner = keyof typeof OWNERS;

/** Methods that a node calls, and nobody else. */
const OF_NODES: ReadonlySet<string> = new Set(['Workflows.attach', 'Workflows.claimed']);

/** Every method of them, read from their declarations, so that a new one is tried too. */
export function publicMethods(): readonly PublicMethod[] {
  const files = Object.values(OWNERS).map((file) => join(ROOT, file));
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@scheduler/source'],
    types: [],
  });
  const checker = program.getTypeChecker();
  return Object.entries(OWNERS).flatMap(([owner, file]) => {
    const source = program.getSourceFile(join(ROOT, file));
    if (source === undefined) throw new Error(`${file} is not there`);
    return methodsOf(checker, source, owner);
  });
}

function methodsOf(checker: ts.TypeChecker, source: ts.SourceFile, owner: string): readonly PublicMethod[] {
  const declaration = source.statements.find(
    (statement): statement is ts.ClassDeclaration | ts.InterfaceDeclaration =>
      (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) &&
      statement.name?.text === owner,
  );
  if (declaration === undefined) throw new Error(`${owner} is not declared in ${source.fileName}`);
  return checker
    .getPropertiesOfType(checker.getTypeAtLocation(declaration))
    .filter((property) => isPublic(property) && !OF_NODES.has(`${owner}.${property.getName()}`))
    .flatMap((property) => {
      const signatures = checker.getTypeOfSymbol(property).getCallSignatures();
      const [signature, ...overloads] = signatures;
      // What one overload refuses another one may accept; their tests are by hand.
      if (signature === undefined || overloads.length > 0) return [];
      const parameters = signature
        .getParameters()
        .filter((parameter) => !isRest(parameter))
        .map((parameter) => parameterOf(checker, parameter));
      return [{ owner, name: property.getName(), parameters }];
    });
}

function isRest({ valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined &&
    ts.isParameter(valueDeclaration) &&
    valueDeclaration.dotDotDotToken !== undefined
  );
}

function isPublic(property: ts.Symbol): boolean {
  const [declaration] = property.getDeclarations() ?? [];
  return (
    declaration !== undefined &&
    (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0
  );
}

function parameterOf(checker: ts.TypeChecker, parameter: ts.Symbol): Field {
  const { valueDeclaration } = parameter;
  const type = checker.getTypeOfSymbol(parameter);
  const optional =
    (valueDeclaration !== undefined &&
      ts.isParameter(valueDeclaration) &&
      checker.isOptionalParameter(valueDeclaration)) ||
    includesUndefined(type);
  const name =
    valueDeclaration !== undefined &&
    ts.isParameter(valueDeclaration) &&
    !ts.isIdentifier(valueDeclaration.name)
      ? 'options'
      : parameter.getName();
  return { name, optional, shape: shapeOf(checker, type) };
}
