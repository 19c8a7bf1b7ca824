/** How far a run is, for people: a time, the starts so far, and what the fault has counted. */
export function progressText({ witness, figures }, time) {
  const counted = Object.entries(figures).map(([name, value]) => `, ${value} ${name}`);
  return `${time}, ${witness.starts.length} starts${counted.join('')}`;
}
