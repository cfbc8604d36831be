import type { AskedRequest } from './ask.js';

/** A request as code to paste. */

export const SNIPPETS = ['curl', 'JavaScript', 'Python'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** @param origin of the service @param secret the key, or what is shown in place of it */
export function snippetOf(language: Snippet, origin: string, request: AskedRequest, secret: string): string {
  return WRITERS[language](`${origin}${request.path}`, request.query, secret);
}

type Writer = (url: string, query: AskedRequest['query'], secret: string) => string;

const WRITERS: Record<Snippet, Writer> = {
  curl: (url, query, secret) =>
    [
      `curl -G ${shell(url)}`,
      `-H ${shell(`Authorization: Bearer ${secret}`)}`,
      ...Object.entries(query).map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`),
    ].join(' \\\n  '),

  JavaScript: (url, query, secret) =>
    `const query = new URLSearchParams(${object(query, '')});
const response = await fetch(\`${url}?\${query}\`, {
  headers: { Authorization: ${quoted(`Bearer ${secret}`)} },
});
console.log(await response.json());`,

  Python: (url, query, secret) =>
    `import requests

response = requests.get(
    ${quoted(url)},
    params=${object(query, '    ', '"')},
    headers={"Authorization": ${quoted(`Bearer ${secret}`)}},
    timeout=10,
)
print(response.json())`,
};

/** Both languages read this. @param mark around names */
function object(query: AskedRequest['query'], indent: string, mark = ''): string {
  const step = indent === '' ? '  ' : '    ';
  const lines = Object.entries(query).map(
    ([name, value]) => `${indent}${step}${mark}${name}${mark}: ${quoted(value)},`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** JavaScript and Python both read what JSON writes. */
const quoted = (text: string): string => JSON.stringify(text);

/** For a POSIX shell: nothing means anything between single quotes. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
