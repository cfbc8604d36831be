/**
 * Holds the rules of docs/style.md that a program can hold, in pages, messages of the code and comments of
 * `src`; part of `npm run lint`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { commentSentences, messageSentences, pageSentences } from './sentences.mjs';

const WORDS_MAX = 40;

/** Code counts as no word: a list of parameters is long and easy to read. */
const wordsIn = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

const RULES = [
  {
    rule: `at most ${WORDS_MAX} words`,
    breaks: (text) => wordsIn(text) > WORDS_MAX,
  },
  {
    rule: 'no relative clause as the subject ("What is refused counts …"): say who or what',
    breaks: (text) => /^(?:What|Which|That which)\b/.test(text) && !text.endsWith('?'),
  },
  { rule: 'do not begin with "Of"', breaks: (text) => /^Of\b/.test(text) },
  {
    rule: 'say what is true now, without "no longer" and the like',
    inPages: true,
    breaks: (text) =>
      /\b(?:no longer(?! than)|any ?more(?! than)|as (?:it|they) (?:is|are) now|formerly|used to be)\b/.test(
        text,
      ),
  },
  {
    rule: 'no decoration ("simply", "easily")',
    breaks: (text) => /\b(?:simply|easily|of course|basically|obviously)\b/i.test(text),
  },
  {
    rule: 'words of docs/style.md: service, worker, refuse, stop, meter, kilometer',
    breaks: (text) => /\b(?:daemon|subprocess|reject(?:s|ed)?|shutdown|(?:kilo)?metres?)\b/i.test(text),
  },
  {
    rule: 'a word or a space too many',
    inPages: true,
    breaks: (text) => /\S {2,}\S/.test(text) || /\b(?!that\b)([a-z]+) \1\b/i.test(text),
  },
];

/** Comments may be longer than messages, but their first word says who or what. */
const COMMENT_RULES = [
  {
    rule: 'a comment begins with its subject or verb, not with "What", "Which", "Who", "Whose" or "Of"',
    breaks: (text) => /^(?:What|Which|That which|Who|Whose|Of|Where it)\b/.test(text) && !text.endsWith('?'),
  },
];

const COMMENTED = /^src\/.*\.(?:tsx?|css)$/;

/** Rooms whose strings people read. Lists of words and SQL stand elsewhere. */
const CODE =
  /^src\/(?:cli|console|http|mcp|client|keys|usage|zones|closures|reports|metrics|tables|traces)\/.*\.tsx?$/;

/** The page of style shows how not to write. */
const SHOWS_FAULTS = 'docs/style.md';

/** Tag values of OpenStreetMap, as long lists. */
const LISTS = 'src/http/compat/osm-class.ts';

/** @returns {string[]} each as `file:line: rule: sentence` */
export function proseFindings(file, text) {
  const isPage = file.endsWith('.md');
  const sentences = isPage ? pageSentences(text) : messageSentences(file, text);
  return findings(
    file,
    sentences,
    RULES.filter(({ inPages }) => isPage || !inPages),
  );
}

/** @returns {string[]} as `proseFindings` */
export function commentFindings(file, text) {
  return findings(file, commentSentences(text), COMMENT_RULES);
}

function findings(file, sentences, rules) {
  return sentences.flatMap(({ line, text: sentence }) =>
    rules
      .filter(({ breaks }) => breaks(sentence.replace(/\n\s*/g, ' ')))
      .map(({ rule }) => `${file}:${line}: ${rule}: ${sentence.replace(/\s+/g, ' ')}`),
  );
}

function isRead(file) {
  const isPage = /^(?:README|CONTRIBUTING|SECURITY|docs\/[\w-]+)\.md$/.test(file);
  return file !== SHOWS_FAULTS && file !== LISTS && (isPage || CODE.test(file));
}

function isCommented(file) {
  return COMMENTED.test(file);
}

function check() {
  const root = resolve(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const found = files
    .filter((file) => (isRead(file) || isCommented(file)) && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [
        ...(isRead(file) ? proseFindings(file, text) : []),
        ...(isCommented(file) ? commentFindings(file, text) : []),
      ];
    });
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) check();
