/** Font families in the browser, because the style contains no glyphs. */
export const FONT = ['Noto Sans', 'sans-serif'];
