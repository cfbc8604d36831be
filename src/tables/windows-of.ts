const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?`;
const BETWEEN = new RegExp(`^(?:${CLOCK})?\\s*[-–—]\\s*(?:${CLOCK})?$`);
/** `12:00 хүртэл`, `12 цагаас өмнө`, `before 12`. */
const UNTIL = new RegExp(`^(?:before|until)\\s*${CLOCK}$|^${CLOCK}\\D*(?:хүртэл|өмнө)$`, 'i');
/** `14:00-с хойш`, `14 цагаас хойш`, `after 14:00`. */
const FROM = new RegExp(`^(?:after|from)\\s*${CLOCK}$|^${CLOCK}\\D*хойш$`, 'i');

/** Hours as people write them in a cell, as `/v1/trip` takes them; null: they cannot be read. */
export function windowsOf(text: string): string | null {
  if (text === '') return '';
  const clocks = (found: RegExpExecArray): (string | undefined)[] =>
    [1, 3].map((i) => found[i] && `${found[i].padStart(2, '0')}:${found[i + 1] ?? '00'}`);
  const parts = text.split(/[,;]/).map((part) => {
    const piece = part.trim();
    const [between, until, from] = [BETWEEN, UNTIL, FROM].map((form) => form.exec(piece));
    if (between !== null) {
      const [first, last] = clocks(between);
      return first === undefined && last === undefined ? null : `${first ?? '00:00'}-${last ?? '24:00'}`;
    }
    const clock = [until, from].flatMap((found) => (found === null ? [] : clocks(found))).find(Boolean);
    if (clock === undefined) return null;
    return until === null ? `${clock}-24:00` : `00:00-${clock}`;
  });
  return parts.includes(null) ? null : parts.join();
}
