/**
 * The style of the search box. The search box adopts the page's font and follows `color-scheme` for light or
 * dark colors.
 */
export const BOX_STYLE = `
:host { display: block; position: relative; font: inherit; color: CanvasText; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
input {
  width: 100%; min-height: 2.75rem; padding: 0 0.875rem; font: inherit; color: inherit;
  background: Canvas; border: 1px solid light-dark(#7d766b, #7f8791); border-radius: 8px;
}
input:focus-visible {
  outline: 2px solid var(--gazarch-accent, light-dark(#0b5cad, #84b9f0)); outline-offset: 1px;
}
.found {
  position: absolute; z-index: 1000; inset-inline: 0; top: calc(100% + 4px); padding: 4px;
  background: Canvas; border: 1px solid light-dark(#ddd6ca, #343b44); border-radius: 8px;
  box-shadow: 0 6px 24px rgb(0 0 0 / 18%);
}
[hidden] { display: none !important; }
ul { margin: 0; padding: 0; list-style: none; max-height: 20rem; overflow-y: auto; }
li { padding: 0.5rem 0.625rem; border-radius: 6px; cursor: pointer; }
li:hover { background: light-dark(#f4f1ea, #22272d); }
li[aria-selected='true'] { background: light-dark(#e8f1fb, #1e3044); }
.name { display: block; font-weight: 600; }
.address { display: block; font-size: 0.875em; color: light-dark(#5b544a, #a3abb5); }
.say, .quiet { margin: 0; padding: 0.5rem 0.625rem; }
.sources { margin: 0; padding: 0.25rem 0.625rem; font-size: 0.75em; text-align: end; }
a { color: light-dark(#0b5cad, #84b9f0); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
