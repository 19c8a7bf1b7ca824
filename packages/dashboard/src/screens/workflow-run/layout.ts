import { Graph, layout } from '@dagrejs/dagre';
import type { Step } from '../../api/shapes.js';

export const NODE_WIDTH = 196;
export const NODE_HEIGHT = 50;
const MARGIN = 8;

export interface PlacedStep {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  /** Whether any one of several steps is enough. */
  readonly isAny: boolean;
  /** The path of an SVG. */
  readonly path: string;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly steps: readonly PlacedStep[];
  readonly edges: readonly PlacedEdge[];
}

type Edges = Pick<Step, 'name' | 'after' | 'after_any'>;

/** Where steps and edges of a graph are drawn: what comes first is above. */
export function place(steps: readonly Edges[]): Placed {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 36, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of steps) graph.setNode(name, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const edges = steps.flatMap(({ name, after, after_any: any }) => [
    ...after.map((from) => ({ from, to: name, isAny: false })),
    ...any.map((from) => ({ from, to: name, isAny: true })),
  ]);
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    steps: steps.map(({ name }) => {
      const { x, y } = graph.node(name) as { x: number; y: number };
      return { name, x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - NODE_HEIGHT / 2) };
    }),
    edges: edges.map((edge) => {
      const { points } = graph.edge(edge.from, edge.to) as { points: readonly Point[] };
      return { ...edge, path: pathOf(points) };
    }),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A soft line through points. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    const [x, y] =
      index === rest.length - 2 ? [next.x, next.y] : [(point.x + next.x) / 2, (point.y + next.y) / 2];
    return `Q ${round(point.x)} ${round(point.y)} ${round(x)} ${round(y)}`;
  });
  const end = curves.length === 0 ? `L ${round(last.x)} ${round(last.y)}` : curves.join(' ');
  return `M ${round(first.x)} ${round(first.y)} ${end}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
