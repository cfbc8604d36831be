/** The kinds of points that have an icon in our sprites (`scripts/map-icons.mjs`). */
export const ICON_KINDS = [
  ...['peak', 'pass', 'cave', 'camp', 'spring', 'well', 'ferry', 'airport', 'station', 'bus', 'fuel'],
  ...['parking', 'hospital', 'pharmacy', 'school', 'university', 'library', 'museum', 'theatre', 'worship'],
  ...['monument', 'attraction', 'restaurant', 'cafe', 'bar', 'bank', 'post', 'police', 'townhall', 'embassy'],
  ...['hotel', 'market', 'shop', 'stadium'],
];
