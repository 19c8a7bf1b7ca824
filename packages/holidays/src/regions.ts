import { ConfigurationInvalid } from '@scheduler/contracts';
import Holidays from 'date-holidays';

/** A country, or a part of it, whose holidays are known. */
export interface RegionName {
  /** As in ISO 3166: `DE`, `DE-BY`; parts of these follow in the same way, such as `DE-BY-A` for the city of Augsburg. */
  readonly region: string;
  /** In the language of the country. */
  readonly name: string;
}

/**
 * The countries whose holidays are known, or the parts of one.
 *
 * @example
 * regionsOf('DE').find(({ name }) => name === 'Bayern')?.region; // 'DE-BY'
 */
export function regionsOf(region?: string): readonly RegionName[] {
  const data = new Holidays();
  if (region === undefined) return named(data.getCountries(), []);
  const parts = partsOf(region);
  const [country = '', state] = parts;
  if (state === undefined) return named(data.getStates(country), parts);
  return parts.length === 2 ? named(data.getRegions(country, state), parts) : [];
}

const named = (names: Readonly<Record<string, string>> | undefined, above: readonly string[]): RegionName[] =>
  Object.entries(names ?? {}).map(([code, name]) => ({ region: [...above, code].join('-'), name }));

/** The codes of a region from the country downwards. Refuses what has no holidays of its own. */
export function partsOf(region: string): readonly string[] {
  if (typeof region !== 'string' || region === '') throw unknown(region, [], EXAMPLES);
  const known: string[] = [];
  for (const part of region.split('-')) {
    const names = below(known);
    const code = names.find((each) => each.toUpperCase() === part.toUpperCase());
    if (code === undefined) throw unknown(region, known, names.join(', '));
    known.push(code);
  }
  return known;
}

const EXAMPLES = "a country, or a part of it, such as 'DE', 'DE-BY' or 'US-CA'";

function below(known: readonly string[]): readonly string[] {
  const data = new Holidays();
  const [country, state, region] = known;
  if (country === undefined) return Object.keys(data.getCountries());
  if (state === undefined) return Object.keys(data.getStates(country) ?? {});
  return region === undefined ? Object.keys(data.getRegions(country, state) ?? {}) : [];
}

function unknown(region: unknown, known: readonly string[], names: string): ConfigurationInvalid {
  const whole = known.join('-');
  return new ConfigurationInvalid({
    field: 'region',
    value: region,
    problem: known.length === 0 ? 'is no region whose holidays are known' : `names no part of '${whole}'`,
    accepted: acceptedBelow(whole, names),
  });
}

function acceptedBelow(whole: string, names: string): string {
  if (whole === '') return EXAMPLES;
  return names === ''
    ? `'${whole}', which has no parts of its own`
    : `'${whole}', or with one of its parts: ${names}`;
}
