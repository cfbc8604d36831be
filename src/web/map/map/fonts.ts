/** Families of the browser, as the style names no file of letters. */
export const FONT = ['Noto Sans', 'sans-serif'];
