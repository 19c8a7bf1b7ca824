import { createRecurrenceEngine, type PreviewEntry } from '@scheduler/recurrence';
import { useMemo } from 'preact/hooks';
import { SelectField } from '../../design/fields.jsx';
import { Empty, Page, Section } from '../../design/page.jsx';
import { hrefOf } from '../../navigation/address.js';
import { useSearch } from '../../navigation/use-search.js';
import { NextRuns } from './next-runs.jsx';
import { OutageFields } from './outage-fields.jsx';
import { readOutages, writeOutages } from './outages.js';
import { ScheduleForm } from './schedule-form.jsx';
import { inputOf } from './schedule-input.js';
import { SimulatedYear } from './simulated-year.jsx';
import {
  type Understood,
  understand,
  useClockChanges,
  useSimulation,
  useTyped,
  valuesOf,
  yearOfValues,
} from './use-schedule.js';
import { ownZone } from './zoned-time.js';
import './simulator.css';

const YEARS = 10;

/** A schedule before it exists: in words, with its next runs, and through a year with outages. All of it is computed in the browser. */
export function SimulatorScreen() {
  const search = useSearch();
  const now = useMemo(() => new Date(), []);
  const engine = useMemo(() => createRecurrenceEngine(), []);
  const [values, change] = useTyped(search);
  const input = inputOf(values, ownZone());
  const { understood, errors } = useMemo(
    () => understand(engine, input, now),
    [JSON.stringify(input), engine, now],
  );
  const changes = useClockChanges(search.values, now);
  const thisYear = now.getFullYear();
  const { year, zone, missedRuns } = yearOfValues(values, thisYear);
  const simulation = useSimulation(search.values, thisYear);
  return (
    <Page
      title="Simulator"
      parent={{ href: hrefOf('forecast'), label: 'Forecast' }}
      lead="What a schedule does before you create it: in words, with daylight saving, and through a year in which nodes are away."
    >
      <div class="columns">
        <Section title="Schedule">
          <ScheduleForm input={input} errors={errors} onChange={(changes) => change(valuesOf(changes))} />
        </Section>
        <InWords understood={understood} changes={changes} />
      </div>
      <Section title="Year and outages">
        <div class="year-fields">
          <SelectField
            label="Year"
            value={String(year)}
            onChange={(value) => search.change({ year: value, date: undefined })}
            options={yearsFrom(Math.min(thisYear, year))}
          />
          <OutageFields
            year={year}
            outages={readOutages(values['outages'])}
            missedRuns={missedRuns}
            onOutages={(outages) => search.change({ outages: writeOutages(outages) }, { replace: true })}
            onMissedRuns={(missed) => search.change({ missed }, { replace: true })}
          />
        </div>
      </Section>
      {simulation !== null && (
        <SimulatedYear
          year={year}
          zone={zone}
          simulation={simulation}
          date={search.values['date']}
          onDate={(date) => search.change({ date }, { replace: true })}
        />
      )}
    </Page>
  );
}

interface InWordsProps {
  /** Null: what is typed is no schedule. */
  readonly understood: Understood | null;
  /** What happens when the clocks change. */
  readonly changes: readonly PreviewEntry[];
}

function InWords({ understood, changes }: InWordsProps) {
  return (
    <Section title="In words">
      <div aria-live="polite">
        {understood === null ? (
          <Empty title="This is not a schedule yet.">What is wrong stands beside its field.</Empty>
        ) : (
          <>
            <p class="pad in-words">{sentence(understood.words)}</p>
            <NextRuns entries={understood.next} />
            {changes.length > 0 && (
              <>
                <h3 class="clock-changes">When the clocks change</h3>
                <NextRuns entries={changes} />
              </>
            )}
          </>
        )}
      </div>
    </Section>
  );
}

const sentence = (words: string): string => `Runs ${words}.`;

function yearsFrom(first: number) {
  return Array.from({ length: YEARS }, (_, index) => String(first + index)).map((value) => ({
    value,
    label: value,
  }));
}
