import { inQuotes } from '../../shell-words.js';

/** Writes a request as code that users can copy. */

export interface SnippetRequest {
  /** The URL, including its path but without a query. */
  url: string;
  query: Readonly<Record<string, string>>;
  secret: string;
}

export const SNIPPETS = ['curl', 'JavaScript', 'Python', 'PHP'] as const;
export type Snippet = (typeof SNIPPETS)[number];

export function snippetOf(language: Snippet, request: SnippetRequest): string {
  return WRITERS[language](request);
}

const WRITERS: Record<Snippet, (request: SnippetRequest) => string> = {
  curl: ({ url, query, secret }) =>
    [
      `curl -G ${inQuotes(url)}`,
      `-H ${inQuotes(`Authorization: Bearer ${secret}`)}`,
      ...Object.entries(query).map(([name, value]) => `--data-urlencode ${inQuotes(`${name}=${value}`)}`),
    ].join(' \\\n  '),

  JavaScript: ({ url, query, secret }) =>
    `const query = new URLSearchParams({
${entries(query, (name, value) => `  ${name}: ${quoted(value)},`)}
});
const response = await fetch(\`${url}?\${query}\`, {
  headers: { Authorization: ${quoted(`Bearer ${secret}`)} },
});
console.log(await response.json());`,

  Python: ({ url, query, secret }) =>
    `import requests

response = requests.get(
    ${quoted(url)},
    params={
${entries(query, (name, value) => `        ${quoted(name)}: ${quoted(value)},`)}
    },
    headers={"Authorization": ${quoted(`Bearer ${secret}`)}},
    timeout=10,
)
print(response.json())`,

  PHP: ({ url, query, secret }) =>
    `<?php
$query = http_build_query([
${entries(query, (name, value) => `    ${php(name)} => ${php(value)},`)}
]);
$context = stream_context_create(['http' => [
    'header' => ${php(`Authorization: Bearer ${secret}`)},
    'ignore_errors' => true,
]]);
echo file_get_contents(${php(`${url}?`)} . $query, false, $context);`,
};

function entries(query: SnippetRequest['query'], line: (name: string, value: string) => string): string {
  return Object.entries(query)
    .map(([name, value]) => line(name, value))
    .join('\n');
}

/** Quotes text for JavaScript and Python, which both accept JSON strings. */
const quoted = (text: string): string => JSON.stringify(text);

/** Quotes text for PHP, where `$` in double quotes would begin a variable. */
const php = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
