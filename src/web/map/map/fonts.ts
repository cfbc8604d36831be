/** Font families in the browser, because the style names no glyphs. */
export const FONT = ['Noto Sans', 'sans-serif'];
