/** A time without nodes as it stands in the fields: local times of the zone. */
export interface OutageInput {
  readonly from: string;
  readonly until: string;
}

export const MOST_OUTAGES = 5;
const BETWEEN = '~';

/** `2027-03-28T00:00~2027-03-29T00:00,…` */
export function readOutages(text: string | undefined): readonly OutageInput[] {
  return (text ?? '')
    .split(',')
    .filter((part) => part.includes(BETWEEN))
    .slice(0, MOST_OUTAGES)
    .map((part) => {
      const [from = '', until = ''] = part.split(BETWEEN);
      return { from, until };
    });
}

export const writeOutages = (outages: readonly OutageInput[]): string =>
  outages.map(({ from, until }) => `${from}${BETWEEN}${until}`).join(',');
