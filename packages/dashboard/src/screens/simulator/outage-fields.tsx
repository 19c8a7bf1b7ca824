import { Button } from '../../design/button.jsx';
import { InstantField, SelectField } from '../../design/fields.jsx';
import { MOST_OUTAGES, type OutageInput } from './outages.js';
import type { MissedRuns } from './simulate.js';

export const MISSED_RUNS: readonly { readonly value: MissedRuns; readonly label: string }[] = [
  { value: 'latest', label: 'one run for all that were missed' },
  { value: 'all', label: 'each, at most the latest 100' },
  { value: 'skip', label: 'none' },
];

interface Props {
  readonly year: number;
  readonly outages: readonly OutageInput[];
  readonly missedRuns: MissedRuns;
  readonly onOutages: (outages: readonly OutageInput[]) => void;
  readonly onMissedRuns: (policy: MissedRuns) => void;
}

/** When no node runs, and what is made up for afterwards. */
export function OutageFields({ year, outages, missedRuns, onOutages, onMissedRuns }: Props) {
  const set = (index: number, changes: Partial<OutageInput>) =>
    onOutages(outages.map((outage, place) => (place === index ? { ...outage, ...changes } : outage)));
  return (
    <div class="form">
      {outages.map((outage, index) => (
        <div key={index} class="outage">
          <InstantField label="No node from" value={outage.from} onChange={(from) => set(index, { from })} />
          <InstantField label="until" value={outage.until} onChange={(until) => set(index, { until })} />
          <Button
            kind="quiet"
            label={`Delete outage ${index + 1}`}
            onPress={() => onOutages(outages.filter((_, place) => place !== index))}
          >
            Delete
          </Button>
        </div>
      ))}
      {outages.length < MOST_OUTAGES && (
        <div class="actions">
          <Button
            onPress={() =>
              onOutages([...outages, { from: `${year}-03-28T00:00`, until: `${year}-03-29T00:00` }])
            }
          >
            Add an outage
          </Button>
        </div>
      )}
      {outages.length > 0 && (
        <SelectField
          label="Made up for afterwards"
          value={missedRuns}
          onChange={(policy) => onMissedRuns(policy as MissedRuns)}
          options={MISSED_RUNS}
        />
      )}
    </div>
  );
}
