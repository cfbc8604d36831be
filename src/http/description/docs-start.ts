import type { HttpSettings } from '../core/settings.js';
import { DOCS_TEXTS, type DocsTexts } from './docs-texts.js';

/** The introduction to the reference for newcomers, which shows everything they need on one screen. */
export interface DocsStart {
  /** Whether the map page is served at `/`. */
  hasMapPage: boolean;
  settings: Pick<HttpSettings, 'defaultRateLimit' | 'maxRouteDistance_m' | 'consoleLink'>;
}

/** The page's script replaces this with the address of the service. */
const SERVICE = '<span class="service">http://127.0.0.1:8080</span>';

/** The README contains the same paths and coordinates. A test sends these requests to the sample. */
const SEARCH = '/v1/geocode?q=Сүхбаатар';
const REVERSE = '/v1/geocode?lat=47.9189&amp;lon=106.9176';
const ROUTE = '/v1/route?origin=106.9176,47.9189&amp;destination=106.9060,47.8850';

/**
 * Returns the introduction above Swagger UI's reference, in English. The Mongolian text is in a template,
 * which the page's script shows if the browser prefers Mongolian. The reference itself is only in English.
 */
export function docsStartHtml(start: DocsStart): string {
  const mongolian = startIn(DOCS_TEXTS.mn, 'mn', start);
  return `${startIn(DOCS_TEXTS.en, 'en', start)}\n<template id="start-other">${mongolian}</template>`;
}

function startIn(t: DocsTexts, language: 'mn' | 'en', { hasMapPage, settings }: DocsStart): string {
  const { defaultRateLimit, maxRouteDistance_m, consoleLink } = settings;
  const other = language === 'en' ? 'mn' : 'en';
  const inConsole = consoleLink === '' ? '' : ` ${t.inConsole(attribute(consoleLink))}`;
  const map = hasMapPage ? `<a class="go" href="/">${t.tryOnMap}</a>` : '';
  const toMap = hasMapPage ? `<a href="#start-map">${t.map}</a>` : '';
  const geocode = operation('geocoding', 'geocode', t.parameters);
  return `<section id="start" lang="${language}" aria-label="${t.label}">
<header>
<h1>${t.title}</h1>
<p>${t.lead}</p>
<p class="ways">${map}<a class="go" href="#start-reference">${t.tryBelow}</a>
<button type="button" class="language" lang="${other}">${t.otherLanguage}</button></p>
<nav aria-label="${t.onThisPage}">
<a href="#start-key">${t.key}</a><a href="#start-first">${t.first}</a><a href="#start-search">${t.search}</a
><a href="#start-reverse">${t.reverse}</a><a href="#start-route">${t.route}</a
><a href="#start-errors">${t.errors}</a><a href="#start-limits">${t.limits}</a>${toMap}
</nav>
</header>
<section id="start-key"><h2>${t.key}</h2>
<p>${t.keyText}</p>
${code('npx gazarch keys create --name "my app" --endpoints geocode,route', t)}
<p>${t.keyOnce}${inConsole} ${t.authorize}</p></section>
<section id="start-first"><h2>${t.first}</h2>
<p>${t.firstText}</p>
${curl(SEARCH, t)}</section>
<section id="start-search"><h2>${t.search}</h2>
${code(`GET ${SEARCH}&amp;limit=5`, t)}
<p>${t.searchText} ${geocode}</p></section>
<section id="start-reverse"><h2>${t.reverse}</h2>
${code(`GET ${REVERSE}`, t)}
<p>${t.reverseText} ${geocode}</p></section>
<section id="start-route"><h2>${t.route}</h2>
${code(`GET ${ROUTE}`, t)}
<p>${t.routeText} ${operation('routing', 'route', t.parameters)}</p></section>
<section id="start-errors"><h2>${t.errors}</h2>
<p>${t.errorsText}</p>
<table><tbody>
${t.errorRows.map(([status, text]) => `<tr><th scope="row">${status}</th><td>${text}</td></tr>`).join('\n')}
</tbody></table></section>
<section id="start-limits"><h2>${t.limits}</h2>
<p>${t.limitsText(defaultRateLimit, maxRouteDistance_m / 1000)}</p></section>
${hasMapPage ? `<section id="start-map"><h2>${t.map}</h2>\n<p>${t.mapText}</p></section>` : ''}
<p class="more" id="start-reference">${t.more}</p>
</section>`;
}

function curl(path: string, t: DocsTexts): string {
  return code(`curl -H "Authorization: Bearer YOUR_KEY" \\\n  "${SERVICE}${path}"`, t);
}

function code(text: string, { copy, copied }: DocsTexts): string {
  // The code block scrolls sideways, so the keyboard must be able to focus it.
  return `<div class="code"><pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy"
data-copied="${copied}" hidden><span aria-live="polite">${copy}</span></button></div>`;
}

function operation(tag: string, id: string, text: string): string {
  return `<a href="#/${tag}/${id}" data-operation="operations-${tag}-${id}">${text}</a>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * Shows the introduction in the language that was chosen on a page of this service, or else in the browser's
 * first available language. The script also fills in the address, and opens the linked operation in Swagger
 * UI, which follows links only after it has loaded.
 */
export const DOCS_START_SCRIPT = `(() => {
  const other = document.getElementById('start-other');
  const show = () => {
    const shown = document.getElementById('start');
    const next = other.content.firstElementChild;
    other.content.append(shown.cloneNode(true));
    shown.replaceWith(next);
    for (const place of next.querySelectorAll('.service')) place.textContent = location.origin;
    return next;
  };
  for (const place of document.querySelectorAll('.service')) place.textContent = location.origin;
  // Browsers allow copying only on https pages and on localhost.
  if (navigator.clipboard !== undefined)
    for (const root of [document, other.content])
      for (const button of root.querySelectorAll('button.copy')) button.hidden = false;
  const copy = async (button) => {
    const { textContent } = button.previousElementSibling;
    await navigator.clipboard.writeText(textContent.replace(/^GET /, location.origin));
    const said = button.firstElementChild;
    const text = said.textContent;
    if (text === button.dataset.copied) return;
    said.textContent = button.dataset.copied;
    setTimeout(() => (said.textContent = text), 2000);
  };
  let chosen = null;
  try {
    chosen = localStorage.getItem('language');
  } catch {}
  const wanted = [chosen, ...navigator.languages]
    .map((tag) => (tag ?? '').slice(0, 2).toLowerCase())
    .find((tag) => tag === 'mn' || tag === 'en');
  if (wanted === 'mn') show();
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#start .language');
    if (button !== null) {
      try {
        localStorage.setItem('language', button.lang);
      } catch {}
      show().querySelector('.language').focus();
      return;
    }
    const toCopy = event.target.closest('#start .copy');
    if (toCopy !== null) {
      void copy(toCopy).catch(() => undefined);
      return;
    }
    const link = event.target.closest('a[data-operation]');
    const block = link === null ? null : document.getElementById(link.dataset.operation);
    if (block === null) return;
    event.preventDefault();
    if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control').click();
    block.scrollIntoView();
  });
})();
`;

/** Moves Swagger UI's long description below the part that it describes. */
export const DOCS_START_STYLE = `:root { color-scheme: light; --text: #2b3038; --line: #dfe3e8;
  --link: #0b5cad; --ground: #fff; --code: #f3f5f8; }
.dark-mode { --text: #e4e6e6; --line: #3b4248; --link: #8ab8f0; --ground: #1c2022; --code: #262c30; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
#start { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 24px 20px 8px; display: grid;
  gap: 12px 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; color: var(--text); }
#start header, #start .more { grid-column: 1 / -1; }
#start h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; }
#start h2 { font-size: 17px; margin: 0 0 6px; }
#start p { margin: 0 0 8px; }
#start > section { border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px 6px; min-width: 0;
  scroll-margin-top: 12px; }
#start > section:target { border-color: var(--link); }
#start a { color: var(--link); }
#start nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0; }
#start a.go { display: inline-block; background: #0b5cad; color: #fff; padding: 6px 14px;
  margin: 4px 8px 4px 0; border-radius: 6px; text-decoration: none; font-weight: 600; }
#start a.go:hover { background: #084785; }
#start .language { font: inherit; color: var(--link); background: none; border: 0; padding: 6px 8px;
  cursor: pointer; text-decoration: underline; }
#start a.go + .go { background: var(--ground); color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
#start .code { display: flex; align-items: start; gap: 6px; margin: 0 0 8px; }
#start pre { background: var(--code); border-radius: 6px; padding: 8px 10px; margin: 0; flex: 1; min-width: 0;
  overflow-x: auto; }
#start .copy { font: inherit; font-size: 13px; color: var(--link); background: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: 6px; padding: 7px 10px; }
#start code { font: 13px/1.5 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; }
#start :is(p, td) code { overflow-wrap: anywhere; }
#start th { text-align: left; padding: 1px 14px 1px 0; vertical-align: top; }
#start td { padding: 1px 0; }
#start table { border-collapse: collapse; margin-bottom: 8px; }
#start .more { margin: 8px 0 0; }
.swagger-ui :has(> .information-container) { display: flex; flex-direction: column; }
.swagger-ui .information-container { order: 1; }
`;
