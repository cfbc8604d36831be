/** Flags of Node for programs that end soon; `late-optimizer.mjs` says what they do. */
export const LATE_OPTIMIZER = ['--import', new URL('./late-optimizer.mjs', import.meta.url).href];
