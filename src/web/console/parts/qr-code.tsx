import { useEffect, useState } from 'preact/hooks';

interface Squares {
  /** The side of the picture in modules, including the white border. */
  size: number;
  /** The dark modules, as an SVG path. */
  path: string;
}

/** Shows text as a QR code, drawn in the browser so that the text is not sent anywhere. */
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

/** Cameras need a light border of four modules. */
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
