import { useEffect, useState } from 'preact/hooks';

interface Squares {
  /** Side of the picture in squares, with the white border. */
  size: number;
  /** The dark squares, as an SVG path. */
  path: string;
}

/** A text as a picture for a phone's camera, drawn here so that nobody else learns the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [squares, setSquares] = useState<Squares | null>(null);
  useEffect(() => {
    void squaresOf(text).then(setSquares);
  }, [text]);
  if (squares === null) return null;
  const { size, path } = squares;
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}

/** Cameras need a light border of four squares. */
const BORDER = 4;

/** Loads the library when it is first needed. */
async function squaresOf(text: string): Promise<Squares> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { size, path };
}
