const COLOURS = ['#2563eb', '#9ca3af', '#d97706', '#059669', '#7c3aed', '#dc2626'];
const BAR = 14;
const LABELS = 260;
const WIDTH = 900;

/** An SVG with one group of bars for each row. Bars are scaled to the greatest value of their row. */
export function barChart({ suite, unit, contestants, rows }, shown) {
  const group = contestants.length * BAR + 12;
  const height = 60 + rows.length * group;
  const bars = rows.flatMap(({ name, values }, index) => {
    const top = 50 + index * group;
    const best = Math.max(...contestants.map((each) => values[each] ?? 0));
    const label = `<text x="${LABELS - 8}" y="${top + group / 2}" text-anchor="end">${escapeXml(name)}</text>`;
    const each = (contestant, position) =>
      bar({ value: values[contestant], best, top: top + position * BAR, colour: colour(position), shown });
    return [label, ...contestants.map(each)];
  });
  const legend = contestants.map(
    (each, position) => `<tspan fill="${colour(position)}" dx="12">■ ${escapeXml(each)}</tspan>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="22" font-size="14">${escapeXml(`${suite} (${unit})`)}</text><text x="12" y="40">${legend.join('')}</text>
${bars.join('\n')}
</svg>
`;
}

function bar({ value, best, top, colour, shown }) {
  if (value === undefined) return '';
  const width = Math.max(1, best > 0 ? ((WIDTH - LABELS - 110) * value) / best : 0);
  return `<rect x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${colour}"/><text x="${LABELS + width + 6}" y="${top + BAR - 4}">${shown(value)}</text>`;
}

function colour(position) {
  return COLOURS[position % COLOURS.length];
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
