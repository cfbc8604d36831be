/** The colors of a route's surfaces, light and dark, on the map and in the panel. */
export const SURFACE_COLORS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  asphalt: ['#1668d8', '#5aa2ff'],
  gravel: ['#b86e00', '#f0a83c'],
  earth: ['#8a4b1f', '#d59a6a'],
  sand: ['#a88400', '#ffdf6b'],
  unpaved: ['#a3312b', '#ff8f86'],
  ferry: ['#0f7c7c', '#4fd0c8'],
  unknown: ['#66738a', '#9fb0c6'],
};

/**
 * Surfaces on which a driver may want to use a different car. The map draws these surfaces as dashed lines.
 */
export const UNPAVED: readonly string[] = ['gravel', 'earth', 'sand', 'unpaved'];
