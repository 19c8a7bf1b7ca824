import type { Forecast } from '@scheduler/client';
import { askedFor } from '../../api/asked-for.js';
import { api } from '../../api/client.js';
import { CellGrid, CellLegend } from '../../design/cell-grid.jsx';
import { count, counted, duration, localTime } from '../../design/format.js';
import { Choices, SelectField } from '../../design/fields.jsx';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf } from '../../navigation/address.js';
import { type Search, useSearch } from '../../navigation/use-search.js';
import { CollisionsTable } from './collisions-table.jsx';
import { daysOf, HOUR_NAMES, hourText } from './days-of.js';
import './forecast.css';

type Hour = Forecast['hours'][number];
type QueueForecast = Forecast['queues'][number];

const DAY_MS = 86_400_000;
const DAYS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];
const DEFAULT_DAYS = '7';

export function ForecastScreen() {
  const search = useSearch();
  const days = DAYS.find(({ value }) => value === search.values['days'])?.value ?? DEFAULT_DAYS;
  const queue = search.values['queue'];
  // What will run changes with the jobs, not with each execution, and is expensive to compute.
  const forecast = useResource(
    `${days} ${queue ?? ''}`,
    (signal) =>
      api.plans.forecast(askedFor({ until: new Date(Date.now() + Number(days) * DAY_MS), queues: queue }), {
        signal,
      }),
    { live: false },
  );
  return (
    <Page
      title="Forecast"
      lead="What will run by the schedules as they are, where it collides, and what to move. Retries and enqueued work are not foreseen."
      actions={
        <a class="button plain" href={hrefOf('simulator')}>
          Simulate a schedule
        </a>
      }
    >
      <Filters search={search} days={days} forecast={forecast.data} />
      <Loaded resource={forecast} lines={12}>
        {(shown) => (shown.starts === 0 ? <Nothing /> : <Shown forecast={shown} search={search} />)}
      </Loaded>
    </Page>
  );
}

interface FiltersProps {
  readonly search: Search;
  readonly days: string;
  readonly forecast: Forecast | undefined;
}

function Filters({ search, days, forecast }: FiltersProps) {
  const queue = search.values['queue'] ?? '';
  const names = new Set([
    ...(forecast?.queues ?? []).map((one) => one.queue),
    ...(queue === '' ? [] : [queue]),
  ]);
  const zones = [
    { value: '', label: 'this browser' },
    { value: 'UTC', label: 'UTC' },
  ];
  return (
    <div class="filters">
      <Choices
        label="How far ahead"
        options={DAYS}
        chosen={[days]}
        onToggle={(value) =>
          search.change({ days: value === DEFAULT_DAYS ? undefined : value, hour: undefined })
        }
      />
      <div class="filter-fields">
        <SelectField
          label="Queue"
          value={queue}
          onChange={(value) => search.change({ queue: value, hour: undefined })}
          options={[{ value: '', label: 'all' }, ...[...names].map((name) => ({ value: name, label: name }))]}
        />
        <SelectField
          label="Hours of"
          value={search.values['zone'] ?? ''}
          onChange={(zone) => search.change({ zone })}
          options={zones}
        />
      </div>
    </div>
  );
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function Nothing() {
  return (
    <Empty title="Nothing is going to run in this time.">
      Jobs with a schedule appear here. <a href={hrefOf('simulator')}>Try a schedule</a> before you create
      one.
    </Empty>
  );
}

function Shown({ forecast, search }: { readonly forecast: Forecast; readonly search: Search }) {
  const zone = search.values['zone'] === 'UTC' ? 'UTC' : ownZone();
  const hour = forecast.hours.find(({ at }) => at === search.values['hour']);
  return (
    <>
      {forecast.is_cut && (
        <p class="remark">
          There is more than can be looked at. This ends on {localTime(new Date(forecast.until))}.
        </p>
      )}
      <Figures forecast={forecast} />
      <Section title="Runs by hour" note={zone}>
        <div class="cell-frame">
          <CellGrid
            label="Runs by day and hour"
            columns={HOUR_NAMES}
            namedEvery={3}
            rows={daysOf(forecast.hours, zone)}
            chosen={hour?.at}
            onChoose={(at) => search.change({ hour: at === hour?.at ? undefined : at }, { replace: true })}
          />
          <CellLegend least="no run" most={`${count(forecast.busiest[0]?.starts ?? 0)} in an hour`} />
        </div>
        {hour !== undefined && <OneHour hour={hour} />}
      </Section>
      <Section title="Collisions" note="the hundred worst">
        <CollisionsTable collisions={forecast.collisions} />
      </Section>
      <Section title="Queues" note="with the slots of the node that answers">
        <Table label="Queues" rows={forecast.queues} columns={QUEUES} keyOf={({ queue }) => queue} />
      </Section>
      {forecast.unforeseen.length > 0 && (
        <Section title="Not foreseen" note={counted(forecast.unforeseen.length, 'job')}>
          <ul class="plain-list pad">
            {forecast.unforeseen.map(({ name, why }) => (
              <li key={name}>
                <span class="long">{name}</span> <span class="muted">{why}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Figures({ forecast }: { readonly forecast: Forecast }) {
  const waiting = forecast.collisions.filter((collision) => collision.waiting > 0).length;
  const [busiest] = forecast.busiest;
  const figures: readonly { readonly name: string; readonly value: string; readonly tone?: string }[] = [
    { name: 'Runs', value: count(forecast.starts) },
    { name: 'Jobs that run', value: count(forecast.jobs) },
    { name: 'Most in an hour', value: count(busiest?.starts ?? 0) },
    { name: 'Collisions', value: count(forecast.collisions.length) },
    { name: 'Collisions that must wait', value: count(waiting), ...(waiting > 0 ? { tone: 'warn' } : {}) },
  ];
  return (
    <dl class="figures">
      {figures.map(({ name, value, tone }) => (
        <div key={name} class="figure-card">
          <dt>{name}</dt>
          <dd class={`value ${tone === undefined ? '' : `tone-${tone}`}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OneHour({ hour }: { readonly hour: Hour }) {
  const queues = Object.entries(hour.queues).sort(([, one], [, other]) => other - one);
  return (
    <div class="pad one-hour" aria-live="polite">
      <p>
        <strong>{hourText(hour.at)}</strong>: {counted(hour.starts, 'run')}
        {hour.busy_ms > 0 && `, together ${duration(hour.busy_ms)} by the averages of their jobs`}.
      </p>
      <p class="muted">
        {queues.length === 0
          ? 'Nothing begins.'
          : queues.map(([queue, runs]) => `${queue} ${count(runs)}`).join(' · ')}
      </p>
    </div>
  );
}

const QUEUES: readonly Column<QueueForecast>[] = [
  { title: 'Queue', kind: 'main', cell: ({ queue }) => <span class="long">{queue}</span> },
  { title: 'Runs', kind: 'figure', cell: ({ starts }) => count(starts) },
  { title: 'Work', kind: 'figure', cell: ({ busy_ms: busy }) => (busy === 0 ? '–' : duration(busy)) },
  {
    title: 'Most at once',
    kind: 'figure',
    cell: ({ peak }) => (
      <div>
        {count(peak.running)}
        <span class="sub muted">{hourText(peak.at)}</span>
      </div>
    ),
  },
  { title: 'Slots', kind: 'figure', cell: ({ slots }) => (slots === null ? '–' : count(slots)) },
  {
    title: 'Room',
    kind: 'tight',
    cell: ({ is_too_narrow: narrow, slots }) =>
      slots === null ? (
        <span class="muted">not processed here</span>
      ) : narrow ? (
        <Tag tone="warn">too narrow</Tag>
      ) : (
        <Tag tone="good">enough</Tag>
      ),
  },
];
