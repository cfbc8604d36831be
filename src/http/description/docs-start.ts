import type { HttpSettings } from '../core/settings.js';

/** What the reference begins with, for who has just come: each thing that people look for, on one screen. */
export interface DocsStart {
  /** Whether the page of the map is served at `/`. */
  hasMapPage: boolean;
  settings: Pick<HttpSettings, 'defaultRateLimit' | 'maxRouteDistance_m' | 'consoleLink'>;
}

/** The script of the page puts the address of this service here. */
const SERVICE = '<span class="service">http://127.0.0.1:8080</span>';

/** Paths and coordinates stand in the README, too: a test asks them of the sample. */
const SEARCH = '/v1/geocode?q=Сүхбаатар';
const REVERSE = '/v1/geocode?lat=47.9189&amp;lon=106.9176';
const ROUTE = '/v1/route?origin=106.9176,47.9189&amp;destination=106.9060,47.8850';

/** Before the reference of Swagger UI. */
export function docsStartHtml({ hasMapPage, settings }: DocsStart): string {
  const { defaultRateLimit, maxRouteDistance_m, consoleLink } = settings;
  const inConsole =
    consoleLink === ''
      ? ''
      : ` Or make one in the <a href="${attribute(consoleLink)}">developer console</a>: there, ` +
        '<b>Try it</b> of a project asks with your key.';
  const map = hasMapPage ? '<a class="go" href="/">Try it on the map</a>' : '';
  const toMap = hasMapPage ? '<a href="#start-map">Map</a>' : '';
  return `<section id="start" aria-label="What people look for">
<header>
<h1>gazarch: search, addresses and routes</h1>
<p>Ask with <code>GET</code>, read JSON. Coordinates are WGS84 degrees, distances meters, durations
seconds.</p>
<p class="ways">${map}<a class="go" href="#start-reference">Try it below</a></p>
<nav aria-label="On this page">
<a href="#start-key">Get a key</a><a href="#start-first">First request</a><a href="#start-search">Search</a
><a href="#start-reverse">Reverse</a><a href="#start-route">Route</a><a href="#start-errors">Errors</a
><a href="#start-limits">Limits</a>${toMap}
</nav>
</header>
<section id="start-key"><h2>Get a key</h2>
<p>Whoever runs this service makes keys:</p>
${code('gazarch keys create --name "my app" --endpoints geocode,route')}
<p>It is shown once.${inConsole} Here, press <b>Authorize</b> and paste it.</p></section>
<section id="start-first"><h2>First request</h2>
<p>The key goes into a header:</p>
${curl(SEARCH)}</section>
<section id="start-search"><h2>Search</h2>
${code(`GET ${SEARCH}&amp;limit=5`)}
<p>Best first, at most 20. <code>near=LON,LAT</code> prefers what is close, <code>lang</code>,
<code>type</code> and <code>bbox</code> narrow it down. Nothing found is an empty list, not an error.
${operation('geocoding', 'geocode')}</p></section>
<section id="start-reverse"><h2>Reverse</h2>
${code(`GET ${REVERSE}`)}
<p>What is at a point, and how far away it is. ${operation('geocoding', 'geocode')}</p></section>
<section id="start-route"><h2>Route</h2>
${code(`GET ${ROUTE}`)}
<p>Longitude first, as in GeoJSON. <code>mode=walking</code> goes on foot, <code>via</code> over points
between, <code>steps=true</code> tells each turn. ${operation('routing', 'route')}</p></section>
<section id="start-errors"><h2>Errors</h2>
<p>All have one shape: <code>{"error":{"code","message","details","request_id"}}</code>. Go by the code.</p>
<table><tbody>
<tr><th scope="row">400</th><td><code>INVALID_REQUEST</code>: <code>details.field</code> is wrong</td></tr>
<tr><th scope="row">401</th><td><code>INVALID_API_KEY</code>: none, unknown or expired</td></tr>
<tr><th scope="row">403</th><td>revoked, or not made for this endpoint</td></tr>
<tr><th scope="row">404</th><td>no road near a point, or no way between them</td></tr>
<tr><th scope="row">429</th><td>over the limit: wait for <code>Retry-After</code> seconds</td></tr>
<tr><th scope="row">503</th><td>overloaded, or no data yet: wait, too</td></tr>
</tbody></table></section>
<section id="start-limits"><h2>Limits</h2>
<p>${defaultRateLimit} requests per key and minute of the clock, unless a key has its own.
<code>X-RateLimit-Remaining</code> and <code>-Reset</code> of each answer say what is left, and until when.
A route is at most ${maxRouteDistance_m / 1000} km as the crow flies.</p></section>
${hasMapPage ? MAP : ''}
<p class="more" id="start-reference">All parameters and answers follow. The same to read:
<a href="/redoc">ReDoc</a>; for machines: <a href="/openapi.json">OpenAPI</a>;
<a href="/copyright">whose data these are</a>.</p>
</section>`;
}

const MAP = `<section id="start-map"><h2>Map</h2>
<p>The <a href="/">map of this service</a> searches as you type, says what is where you click, and routes
between markers. Each answer shows its request to copy: curl, JavaScript, Python.</p></section>`;

function curl(path: string): string {
  return code(`curl -H "Authorization: Bearer YOUR_KEY" \\\n  "${SERVICE}${path}"`);
}

function code(text: string): string {
  // It scrolls sideways, so the keyboard must reach it.
  return `<pre tabindex="0"><code>${text}</code></pre>`;
}

function operation(tag: string, id: string): string {
  return `<a href="#/${tag}/${id}" data-operation="operations-${tag}-${id}">All parameters</a>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Opens an operation of Swagger UI, which follows links only when it is loaded; fills in the address. */
export const DOCS_START_SCRIPT = `for (const place of document.querySelectorAll('.service'))
  place.textContent = location.origin;
for (const link of document.querySelectorAll('a[data-operation]'))
  link.addEventListener('click', (event) => {
    const block = document.getElementById(link.dataset.operation);
    if (block === null) return;
    event.preventDefault();
    if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control').click();
    block.scrollIntoView();
  });
`;

/** The description of Swagger UI, which is long, goes behind what it describes. */
export const DOCS_START_STYLE = `:root { color-scheme: light; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
#start { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 24px 20px 8px; display: grid;
  gap: 12px 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; color: #2b3038; }
#start header, #start .more { grid-column: 1 / -1; }
#start h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; }
#start h2 { font-size: 17px; margin: 0 0 6px; }
#start p { margin: 0 0 8px; }
#start > section { border: 1px solid #dfe3e8; border-radius: 8px; padding: 14px 16px 6px; min-width: 0;
  scroll-margin-top: 12px; }
#start > section:target { border-color: #0b5cad; }
#start a { color: #0b5cad; }
#start nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0; }
#start .go { display: inline-block; background: #0b5cad; color: #fff; padding: 6px 14px;
  margin: 4px 8px 4px 0; border-radius: 6px; text-decoration: none; font-weight: 600; }
#start .go:hover { background: #084785; }
#start .go + .go { background: #fff; color: #0b5cad; box-shadow: inset 0 0 0 1px #0b5cad; }
#start pre { background: #f3f5f8; border-radius: 6px; padding: 8px 10px; margin: 0 0 8px; overflow-x: auto; }
#start code { font: 13px/1.5 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; }
#start :is(p, td) code { overflow-wrap: anywhere; }
#start th { text-align: left; padding: 1px 14px 1px 0; vertical-align: top; }
#start td { padding: 1px 0; }
#start table { border-collapse: collapse; margin-bottom: 8px; }
#start .more { margin: 8px 0 0; }
.swagger-ui :has(> .information-container) { display: flex; flex-direction: column; }
.swagger-ui .information-container { order: 1; }
`;
