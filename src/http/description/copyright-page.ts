import type { DataLicense } from '../../sources/data-license.js';
import { headerOf } from '../../wire/reply.js';
import { openEndpoint, type Endpoint } from '../core/endpoint.js';
import { pageOperation } from './page.js';

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Lists the sources of this deployment's data on a page in English and Mongolian. */
export const copyrightEndpoint: Endpoint = openEndpoint({
  path: '/copyright',
  answer: (exchange) => {
    const isMongolian = /^\s*mn\b/i.test(headerOf(exchange.req, 'accept-language') ?? '');
    const body = Buffer.from(pageHtml(exchange.app.licenses(), isMongolian ? MONGOLIAN : ENGLISH));
    const extra = ['Content-Security-Policy', POLICY, 'Vary', 'Accept-Language'];
    // A new dataset may have different sources, so the page is revalidated.
    exchange.sendBytes(body, { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', extra });
  },
  operation: pageOperation('copyright', 'Data sources and licences'),
});

interface Texts {
  language: string;
  title: string;
  duty: string;
  none: string;
  nobody: string;
  invented: string;
  license: string;
  program: string;
}

const ENGLISH: Texts = {
  language: 'en',
  title: 'Data sources',
  duty:
    'If you show names, addresses, coordinates or routes from this service, name these sources beside ' +
    'them, with a link to their licences.',
  none: 'This deployment does not name its data sources. Ask its operator.',
  nobody: 'names no author',
  invented:
    'This data is fictional and meant for trying the service. Do not navigate with it: streets, numbers ' +
    'and places differ from the real city.',
  license: 'licence',
  program: 'The program is gazarch, under the MIT licence.',
};

const MONGOLIAN: Texts = {
  language: 'mn',
  title: 'Өгөгдлийн эх сурвалж',
  duty:
    'Энэ үйлчилгээний нэр, хаяг, координат, маршрутыг харуулахдаа эдгээр эх сурвалжийг дэргэд нь нэрлэж, ' +
    'лицензийн холбоосыг хамт тавина.',
  none: 'Энэ үйлчилгээ өгөгдлийн эх сурвалжаа заагаагүй байна. Ажиллуулагчаас нь асууна уу.',
  nobody: 'нэр заагаагүй',
  invented:
    'Энэ өгөгдөл нь үйлчилгээг турших зорилготой зохиомол өгөгдөл. Гудамж, дугаар, газрын нэр нь жинхэнэ ' +
    'хотынх биш тул зам, хаяг олоход бүү ашиглаарай.',
  license: 'лиценз',
  program: 'Программ нь gazarch, MIT лицензтэй.',
};

function pageHtml(licenses: readonly DataLicense[], texts: Texts): string {
  const items = licenses.map(
    ({ source, attribution, license }) =>
      `<li><strong>${escaped(attribution ?? texts.nobody)}</strong> (${escaped(source)})` +
      `${license === null ? '' : `, <a rel="license" href="${escaped(license)}">${texts.license}</a>`}</li>`,
  );
  const isInvented = licenses.some((license) => license.isInvented);
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title} · gazarch</title>
<link rel="icon" href="data:,">
<style>
@media (prefers-color-scheme: dark) { a { color: #8ab8f0 } a:visited { color: #c3a6ee } }
html { background: Canvas; color: CanvasText }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
${isInvented ? `<p role="note"><strong>${texts.invented}</strong></p>` : ''}
${items.length === 0 ? `<p>${texts.none}</p>` : `<ul>${items.join('\n')}</ul>\n<p>${texts.duty}</p>`}
<p>${texts.program}</p>
</main>
</body>
</html>
`;
}

/** Escapes a string from a data file, which may contain anything. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
