/**
 * Fixes for screen readers and keyboards that the two viewers lack, applied after each of their changes:
 * field names, heading levels, page landmarks. Reading the reference and trying requests also work without
 * these fixes.
 */
const WATCH = `const mendAlways = (mend) => {
  let waits = false;
  const later = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      mend();
    });
  };
  new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
};
const put = (selector, name, value) => {
  for (const element of document.querySelectorAll(selector)) {
    const wanted = typeof value === 'function' ? value(element) : value;
    if (element.getAttribute(name) !== wanted) element.setAttribute(name, wanted);
  }
};
`;

/** The names are in English, like Swagger UI itself. */
export const SWAGGER_MENDS = `${WATCH}mendAlways(() => {
  const ui = '.swagger-ui ';
  const operationOf = (element) =>
    element.closest('.opblock')?.querySelector('.opblock-summary-path')?.textContent ?? '';
  const parameterOf = (element) => element.closest('tr[data-param-name]')?.dataset.paramName;
  const isLevel = (selector, level) => {
    put(ui + selector, 'role', 'heading');
    put(ui + selector, 'aria-level', level);
  };
  isLevel('h3', '2');
  isLevel('h4', '3');
  isLevel('h5', '4');
  put(ui + '.information-container', 'role', 'region');
  put(ui + '.information-container', 'aria-label', 'About');
  put(ui + '.scheme-container', 'role', 'region');
  put(ui + '.scheme-container', 'aria-label', 'Server and key');
  put(ui + '.responses-table', 'aria-label', (element) => 'Responses of ' + operationOf(element));
  put(ui + 'select:not([id])', 'aria-label', (element) =>
    element.matches('.examples-select-element')
      ? 'Example of ' + (parameterOf(element) ?? operationOf(element))
      : (parameterOf(element) ?? 'Kind of content'));
  put(ui + 'textarea.body-param__text', 'aria-label', 'Body of the request');
  put(ui + 'pre.microlight', 'tabindex', '0');
  put(ui + '.close-modal', 'aria-label', 'Close');
  put(ui + '.modal-ux', 'role', 'dialog');
  put(ui + '.modal-ux', 'aria-label', 'Your key');
  // The row is already a button that does the same thing as the link inside it.
  for (const link of document.querySelectorAll(ui + '.opblock-summary-control a[href]'))
    link.removeAttribute('href');
  // The text of these buttons already says what they do.
  for (const button of document.querySelectorAll(ui + '.modal-btn[aria-label]'))
    button.removeAttribute('aria-label');
});
`;

export const REDOC_MENDS = `${WATCH}mendAlways(() => {
  put('#redoc h5', 'aria-level', '3');
  put('#redoc h5', 'role', 'heading');
});
`;

/** Replaces Swagger UI colors whose contrast is too low for small text. */
export const SWAGGER_COLORS = `:root:not(.dark-mode) .swagger-ui {
  .info .title small { background: #5b6472; }
  .info .title small.version-stamp { background: #4c6b00; }
  .info .url, .info a { color: #0b5cad; }
  .btn.authorize, .btn.authorize span { color: #19734a; border-color: #19734a; }
  .btn.cancel { color: #b3261e; border-color: #b3261e; }
  .btn.execute { background: #1a68b5; border-color: #1a68b5; }
  .opblock.opblock-get .opblock-summary-method { background: #1a68b5; }
  .opblock.opblock-post .opblock-summary-method { background: #19734a; }
  .parameter__in { color: #5b6472; }
  .json-schema-2020-12-expand-deep-button { color: #595959; }
}
:root.dark-mode .swagger-ui {
  .opblock .btn.try-out__btn.cancel { color: #ff9c95; border-color: #ff9c95; }
  .header-col { color: #d0d6dc; }
}
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #f0a0a0 !important; }
.swagger-ui .download-contents { background: #4f5566; }
`;
