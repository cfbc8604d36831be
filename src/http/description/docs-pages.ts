import type { Endpoint, Operation } from '../core/endpoint.js';
import { REDOC_MENDS, SWAGGER_COLORS, SWAGGER_MENDS } from './docs-accessibility.js';
import { DOCS_START_SCRIPT, DOCS_START_STYLE, docsStartHtml, type DocsStart } from './docs-start.js';
import { bodyInFile, pageEndpoint, pageOperation, type Page } from './page.js';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Pages refer to these files without a version, so browsers request them again after a day. */
const FILE_CACHING = 'public, max-age=86400';
const PAGE_CACHING = 'no-cache';

/**
 * Allows the styles that both viewers put into the page, and the worker that ReDoc creates from a blob for
 * its search. Everything else must come from this service.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Turns on Swagger UI's dark theme, which needs a class and ignores the browser's preference. */
const SWAGGER_START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
`;

const REDOC_START = `const options = { hideDownloadButton: false, nativeScrollbars: true };
Redoc.init('/openapi.json', options, document.getElementById('redoc'));
`;

/**
 * The folder where `scripts/build-viewers.mjs` puts the viewers' files, relative to both `src` and `dist`.
 */
const VIEWERS = new URL('../../../dist/viewers/', import.meta.url);

/** Pages for people. The files that the pages load are not included in the API description. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/docs': pageOperation('docs', 'Interactive reference (Swagger UI)'),
  '/redoc': pageOperation('redoc', 'Reference (ReDoc)'),
};

/** Returns the two reference pages with their files. */
export function docsEndpoints(title: string, start: DocsStart): Endpoint[] {
  return docsPages(title, start).map((page) => pageEndpoint(page, OPERATIONS[page.path] ?? null));
}

/** Returns every endpoint under `/docs` (Swagger UI) and `/redoc` (ReDoc). */
function docsPages(title: string, start: DocsStart): Page[] {
  return [
    page(
      '/docs',
      docsHtml(title, {
        element: 'swagger-ui',
        tag: 'div',
        styles: ['/docs/swagger-ui.css', '/docs/start.css'],
        scripts: ['/docs/swagger-ui-bundle.js', '/docs/start.js'],
        start: docsStartHtml(start),
      }),
    ),
    file('/docs/swagger-ui.css', STYLE, viewerFile('swagger-ui.css')),
    file('/docs/start.css', STYLE, bytesOf(DOCS_START_STYLE + SWAGGER_COLORS)),
    file('/docs/swagger-ui-bundle.js', SCRIPT, viewerFile('swagger-ui-bundle.js')),
    file('/docs/start.js', SCRIPT, bytesOf(SWAGGER_MENDS + SWAGGER_START + DOCS_START_SCRIPT)),
    page(
      '/redoc',
      docsHtml(title, {
        element: 'redoc',
        tag: 'main',
        styles: [],
        scripts: ['/redoc/redoc.standalone.js', '/redoc/start.js'],
        start: '',
      }),
    ),
    file('/redoc/redoc.standalone.js', SCRIPT, viewerFile('redoc.standalone.js')),
    file('/redoc/start.js', SCRIPT, bytesOf(REDOC_MENDS + REDOC_START)),
  ];
}

interface DocsParts {
  /** The id of the element that the viewer renders into. */
  element: string;
  /** The tag of that element: ReDoc itself has no `main` element. */
  tag: 'div' | 'main';
  styles: string[];
  scripts: string[];
  /** The HTML above the viewer. */
  start: string;
}

function docsHtml(title: string, { element, tag, styles, scripts, start }: DocsParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body style="margin: 0">
${start}
<${tag} id="${element}"></${tag}>
${scripts.map((src) => `<script src="${src}"></script>`).join('\n')}
</body>
</html>
`;
}

function page(path: string, html: string): Page {
  const headers = ['Content-Security-Policy', POLICY];
  return { path, contentType: HTML, body: bytesOf(html), cacheControl: PAGE_CACHING, headers };
}

function file(path: string, contentType: string, body: () => Buffer): Page {
  return { path, contentType, body, cacheControl: FILE_CACHING, headers: null };
}

function viewerFile(name: string): () => Buffer {
  return bodyInFile(new URL(name, VIEWERS));
}

function bytesOf(text: string): () => Buffer {
  const bytes = Buffer.from(text);
  return () => bytes;
}
