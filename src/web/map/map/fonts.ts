/** The browser's own font families, because the style does not contain glyphs. */
export const FONT = ['Noto Sans', 'sans-serif'];
