/** Reads the text of the sample into statements. The head of ulaanbaatar.txt describes the language. */

/** A mistake in the text, with its line number. */
export class SourceError extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
  }
}

/** Throws all mistakes as one error. Does nothing if there are none. */
export function throwAll(problems) {
  if (problems.length === 0) return;
  const all = new SourceError(0, '');
  all.message = problems.map((problem) => problem.message).join('\n');
  throw all;
}

const KEYED = new Set(['road', 'rail', 'river', 'roundabout', 'area', 'district', 'corner', 'style', 'city']);
const WORDS = new Set([...KEYED, 'origin', 'place', 'box', 'houses', 'blocks', 'khoroo', 'node', 'restrict']);

/**
 * The statements of `text`, in order. Each is `{ line, word, key, tags, args, points }`:
 * - `args`: the plain words of the head
 * - `points`: the words after the colon; a tag group among them, such as `[bridge=yes]`, is `{ tags }`
 */
export function parseSource(text) {
  const styles = new Map();
  const statements = [];
  for (const { line, content } of joinedLines(text)) {
    const statement = parseStatement(line, content, styles);
    if (statement.word === 'style') styles.set(statement.key, statement.tags);
    else statements.push(statement);
  }
  return statements;
}

/** The lines without comments. A line that starts with a blank continues the one above. */
function joinedLines(text) {
  const joined = [];
  text.split('\n').forEach((raw, index) => {
    if (raw.trim() === '' || raw.trimStart().startsWith('#')) return;
    if (!/^\s/.test(raw)) joined.push({ line: index + 1, content: raw.trim() });
    else if (joined.length > 0) joined.at(-1).content += ` ${raw.trim()}`;
    else throw new SourceError(index + 1, 'the first statement may not start with a blank');
  });
  return joined;
}

function parseStatement(line, content, styles) {
  const [word, ...rest] = words(line, content);
  if (!WORDS.has(word)) throw new SourceError(line, `unknown statement "${word}"`);
  const colon = rest.indexOf(':');
  const head = colon < 0 ? rest : rest.slice(0, colon);
  const key = KEYED.has(word) ? head.shift() : null;
  if (key === undefined || (key !== null && !/^[\p{L}\p{N}_-]+$/u.test(key))) {
    throw new SourceError(line, `"${word}" needs a key of letters, digits, - and _`);
  }
  const { tags, args } = readHead(line, head, styles);
  const points = colon < 0 ? [] : rest.slice(colon + 1).map((token) => readPoint(line, token, styles));
  return { line, word, key, tags, args, points };
}

/** Splits a line at blanks outside quotes and brackets. */
function words(line, content) {
  const found = content.match(/\[[^\]]*\]|(?:[^\s"[\]]|"[^"]*")+/g) ?? [];
  if (found.join('').replace(/\s/g, '') !== content.replace(/\s/g, ''))
    throw new SourceError(line, 'a quote or a bracket is not closed');
  return found;
}

function readHead(line, head, styles) {
  const tags = {};
  const args = [];
  for (const token of head) {
    const tag = /^([a-z_:0-9]+)=(.+)$/i.exec(token);
    if (token.startsWith('"')) readNames(line, token, tags);
    else if (token.startsWith('.')) Object.assign(tags, styleOf(line, token, styles));
    else if (tag && !/^[xy]$/.test(tag[1])) tags[tag[1]] = tag[2].replaceAll('"', '');
    else args.push(token);
  }
  return { tags, args };
}

/** Reads `"Энхтайваны өргөн чөлөө | Peace Avenue"` into the tags `name` and `name:en`. */
function readNames(line, token, tags) {
  const names = token
    .replaceAll('"', '')
    .split('|')
    .map((name) => name.trim());
  if (names.length > 2 || names.includes(''))
    throw new SourceError(line, `${token} is not "name" or "name | English name"`);
  tags.name = names[0];
  if (names.length === 2) tags['name:en'] = names[1];
}

function styleOf(line, token, styles) {
  const style = styles.get(token.slice(1));
  if (!style) throw new SourceError(line, `unknown style ${token}`);
  return style;
}

function readPoint(line, token, styles) {
  if (!token.startsWith('[')) return token;
  const { tags, args } = readHead(line, words(line, token.slice(1, -1)), styles);
  if (args.length > 0) throw new SourceError(line, `"${args[0]}" in ${token} is not a tag`);
  return { tags };
}

/** Reads `1-9:2,8б,15а` as a list of texts. `:2` is the step of a range. */
export function readNumbers(line, text) {
  return text.split(',').flatMap((part) => {
    const range = /^(\d+)-(\d+)(?::(\d+))?$/.exec(part);
    if (!range) {
      if (!/^\d+[а-яөү]?(\/\d+[а-яөү]?)?$/u.test(part))
        throw new SourceError(line, `"${part}" is not a house number or a range`);
      return [part];
    }
    const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
    if (to < from || step < 1 || to - from > 500)
      throw new SourceError(line, `"${part}" is not a range that rises`);
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => String(from + i * step));
  });
}

/** Reads `36x14` as two numbers of metres. */
export function readSize(line, text) {
  const size = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$/.exec(text ?? '');
  if (!size) throw new SourceError(line, `"${text ?? ''}" is not a size such as 36x14`);
  return { width: Number(size[1]), depth: Number(size[2]) };
}

export function readNumber(line, text, what) {
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isFinite(value))
    throw new SourceError(line, `"${text ?? ''}" is not a number (${what})`);
  return value;
}
