import { waypointsOf, type Route, type RouteAnswer } from '../ask/answers.js';

/**
 * Writes a route as GPX 1.1 for navigation devices and apps, with its points and with the line of one route
 * as a track.
 */
export function gpxOf(answer: RouteAnswer, { geometry }: Route): string {
  const points = waypointsOf(answer).map(
    ({ location, name }) =>
      `<wpt lat="${location.latitude}" lon="${location.longitude}"><name>${escaped(name ?? '')}</name></wpt>`,
  );
  const line = geometry.coordinates.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="gazarch" xmlns="http://www.topografix.com/GPX/1/1">',
    ...points,
    '<trk><trkseg>',
    ...line,
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
}

/** Makes the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'application/gpx+xml' }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // By the time this callback runs, the download has already started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
