/** Road colors by slowness, light and dark. Slower roads are also drawn wider. */
export const SPEED_COLORS: readonly (readonly [light: string, dark: string])[] = [
  ['#1d7a45', '#5fd08f'],
  ['#8a7000', '#e8d44d'],
  ['#c25700', '#ff9f45'],
  ['#c7321f', '#ff6f61'],
  ['#7b1148', '#ff8fd0'],
];
