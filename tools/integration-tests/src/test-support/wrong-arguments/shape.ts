import ts from 'typescript';

/** What a value of a type looks like, as far as wrong values can be made of it. */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'flag' | 'date' | 'function' | 'duration' | 'json' | 'json object' }
  | { readonly kind: 'literals'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'union'; readonly of: readonly Shape[]; readonly nullable: boolean };

export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: Shape;
}

const DEEPEST = 4;
const JSON_VALUE: Shape = { kind: 'json' };

export function shapeOf(checker: ts.TypeChecker, type: ts.Type, depth = 0): Shape {
  if (depth > DEEPEST || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter))
    return JSON_VALUE;
  if (type.isUnion()) return unionOf(checker, type, depth);
  if (type.isStringLiteral()) return { kind: 'literals', values: [type.value] };
  if (type.flags & ts.TypeFlags.StringLike || isBranded(type)) return { kind: 'text' };
  if (type.flags & ts.TypeFlags.NumberLike) return { kind: 'number' };
  if (type.flags & ts.TypeFlags.BooleanLike) return { kind: 'flag' };
  return objectOf(checker, type, depth);
}

/** `string & { readonly [brand]: true }` is a text. */
function isBranded(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0);
}

function objectOf(checker: ts.TypeChecker, type: ts.Type, depth: number): Shape {
  if (type.getSymbol()?.getName() === 'Date') return { kind: 'date' };
  if (type.getCallSignatures().length > 0) return { kind: 'function' };
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return { kind: 'list', item: item === undefined ? JSON_VALUE : shapeOf(checker, item, depth + 1) };
  }
  const properties = checker.getPropertiesOfType(type);
  if (properties.length === 0 || type.getStringIndexType() !== undefined) return { kind: 'json object' };
  return { kind: 'object', fields: properties.map((property) => fieldOf(checker, property, depth)) };
}

function fieldOf(checker: ts.TypeChecker, property: ts.Symbol, depth: number): Field {
  const type = checker.getTypeOfSymbol(property);
  const optional = (property.flags & ts.SymbolFlags.Optional) !== 0 || includesUndefined(type);
  return { name: property.getName(), optional, shape: shapeOf(checker, type, depth + 1) };
}

export function includesUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}

function unionOf(checker: ts.TypeChecker, type: ts.UnionType, depth: number): Shape {
  const nullable = type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  const members = type.types.filter(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0,
  );
  const literals = members.filter((member) => member.isStringLiteral()).map((member) => member.value);
  const isFlag = members.some(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0);
  const others = members.filter(
    (member) => !member.isStringLiteral() && (member.flags & ts.TypeFlags.BooleanLiteral) === 0,
  );
  const of: Shape[] = [
    ...(literals.length === 0 ? [] : [{ kind: 'literals', values: literals } as const]),
    ...(isFlag ? [{ kind: 'flag' } as const] : []),
    ...others.map((member) => shapeOf(checker, member, depth)),
  ];
  if (isDuration(of)) return { kind: 'union', of: [{ kind: 'duration' }], nullable };
  return of.length === 1 && !nullable ? (of[0] ?? JSON_VALUE) : { kind: 'union', of, nullable };
}

function isDuration(of: readonly Shape[]): boolean {
  return of.some(
    (shape) => shape.kind === 'object' && shape.fields.some(({ name }) => name === 'milliseconds'),
  );
}
