/** A line of a chart: one value for each minute. */
export interface ChartLine {
  name: string;
  values: readonly number[];
}

const WIDTH = 720;
const HEIGHT = 300;
const MARGIN = { left: 52, right: 16, top: 34, bottom: 40 };
/** Told apart by lightness, too. */
const COLOURS = ['#1c5d99', '#c2571a'];

/** Values by the minute as a chart in SVG, from 0 up. It reads well on light and dark pages. */
export function lineChart(title: string, unit: string, lines: readonly ChartLine[]): string {
  const minutes = Math.max(...lines.map(({ values }) => values.length - 1), 1);
  const step = niceStep(Math.max(...lines.flatMap(({ values }) => values)) / 5);
  const most = step * Math.ceil(Math.max(...lines.flatMap(({ values }) => values)) / step);
  const x = (minute: number): number =>
    MARGIN.left + (minute / minutes) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number): number =>
    HEIGHT - MARGIN.bottom - (value / most) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const parts = [
    '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"' +
      ` viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(MARGIN.left, 18, title, 'start'),
  ];
  for (let value = 0; value <= most; value += step)
    parts.push(
      `<path d="M${MARGIN.left} ${at(y(value))}H${WIDTH - MARGIN.right}" stroke="#dddddd"/>`,
      text(MARGIN.left - 6, y(value) + 4, value === most ? `${value} ${unit}` : String(value), 'end'),
    );
  for (let minute = 0; minute <= minutes; minute += niceStep(minutes / 6))
    parts.push(text(x(minute), HEIGHT - MARGIN.bottom + 18, String(minute), 'middle'));
  parts.push(text(WIDTH / 2, HEIGHT - 6, 'minutes', 'middle'));
  lines.forEach(({ name, values }, i) => {
    const points = values.map((value, minute) => `${at(x(minute))},${at(y(value))}`).join(' ');
    const colour = COLOURS[i % COLOURS.length];
    parts.push(`<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    // The upper one above its line, the others below theirs.
    const beside = i === 0 ? -10 : 22;
    parts.push(text(WIDTH - MARGIN.right, y(values.at(-1) ?? 0) + beside, name, 'end', colour));
  });
  return `${parts.join('\n')}\n</svg>\n`;
}

function text(x: number, y: number, content: string, anchor: string, colour = '#333333'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${colour}">${content}</text>`;
}

function at(value: number): string {
  return value.toFixed(1);
}

/** 1, 2 or 5 times a power of ten, and not less. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}
