import { useEffect, useState } from 'preact/hooks';
import type { Step } from '../../api/shapes.js';
import { Loading } from '../../design/page.jsx';
import type { Placed, PlacedStep } from './layout.js';
import { shownState, stateText } from './step-state.js';

export interface RunGraphProps {
  readonly steps: readonly Step[];
  readonly chosen: string | undefined;
  readonly onChoose: (step: string) => void;
}

/** The steps of a run and what they come after. Where it is drawn is computed once; its states change. */
export function RunGraph({ steps, chosen, onChoose }: RunGraphProps) {
  const placed = usePlaced(steps);
  if (placed === null) return <Loading lines={6} />;
  const states = new Map(steps.map((step) => [step.name, step]));
  return (
    // A frame that scrolls must be reached by the keyboard, whatever is in it.
    <div class="graph-frame" tabIndex={0} role="region" aria-label="Graph of the run">
      <svg
        class="graph"
        width={placed.width}
        height={placed.height}
        viewBox={`0 0 ${placed.width} ${placed.height}`}
        role="group"
        aria-label="Steps of the run"
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" class="graph-arrow" />
          </marker>
        </defs>
        {placed.edges.map(({ from, to, isAny, path }) => (
          <path
            key={`${from} ${to}`}
            d={path}
            class={isAny ? 'graph-edge any' : 'graph-edge'}
            marker-end="url(#arrow)"
          />
        ))}
        {placed.steps.map((place) => {
          const step = states.get(place.name);
          return (
            step !== undefined && (
              <StepNode
                key={place.name}
                place={place}
                step={step}
                isChosen={place.name === chosen}
                onChoose={onChoose}
              />
            )
          );
        })}
      </svg>
    </div>
  );
}

/** The library that places steps is loaded with the first graph. */
function usePlaced(steps: readonly Step[]): Placed | null {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const shape = JSON.stringify(steps.map(({ name, after, after_any: any }) => [name, after, any]));
  useEffect(() => {
    let isGone = false;
    void import('./layout.js').then(({ place }) => {
      if (!isGone) setPlaced(place(steps));
    });
    return () => {
      isGone = true;
    };
  }, [shape]);
  return placed;
}

const WIDTH = 196;
const HEIGHT = 50;

interface StepNodeProps {
  readonly place: PlacedStep;
  readonly step: Step;
  readonly isChosen: boolean;
  readonly onChoose: (step: string) => void;
}

function StepNode({ place: { name, x, y }, step, isChosen, onChoose }: StepNodeProps) {
  const state = shownState(step);
  const text = stateText(step);
  const kind = step.kind === 'function' || text.includes(step.kind) ? '' : `${step.kind} · `;
  return (
    <g
      class={`step step-${state.replace(' ', '-')}`}
      transform={`translate(${x} ${y})`}
      role="button"
      // Attributes of SVG are case-sensitive.
      tabindex={0}
      aria-pressed={isChosen}
      onClick={() => onChoose(name)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(name);
      }}
    >
      <rect class="step-box" width={WIDTH} height={HEIGHT} rx={8} />
      <rect class="step-side" width={5} height={HEIGHT - 16} x={7} y={8} rx={2.5} />
      <foreignObject x={20} y={6} width={WIDTH - 26} height={HEIGHT - 8}>
        <div class="step-name" title={name}>
          {name}
        </div>{' '}
        <div class="step-state">
          {kind}
          {text}
        </div>
      </foreignObject>
    </g>
  );
}
