/** Sentences that people read in Markdown pages, comments and messages of the code, each with its line. */
import MarkdownIt from 'markdown-it';
import ts from 'typescript';

const markdown = new MarkdownIt({ html: true });
const bySentence = new Intl.Segmenter('en', { granularity: 'sentence' });

/** @typedef {{ line: number, text: string }} Sentence */

/** Code in a sentence counts as one word, and is in no rule. */
const CODE = '`…`';

/** Statements for a database are no messages. */
const SQL = /^(?:select|create (?:function|index|schema|table|trigger|unique)|insert into|update \S+ set)\b/i;

/**
 * Without headings and blocks of code. A list item and a cell of a table are texts of their own.
 * @returns {Sentence[]}
 */
export function pageSentences(text) {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, i) =>
    token.type !== 'inline' || tokens[i - 1].type === 'heading_open'
      ? []
      : sentencesIn(inlineText(token.children), (token.map ?? rowOf(tokens, i))[0] + 1),
  );
}

/** A cell has no line of its own in the parser's answer: its row has. */
function rowOf(tokens, i) {
  for (let at = i; at >= 0; at--) if (tokens[at].map) return tokens[at].map;
  return [0, 0];
}

function inlineText(children) {
  return children
    .map(({ type, content }) => {
      if (type === 'code_inline') return CODE;
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'text' ? content : '';
    })
    .join('');
}

/** @returns {Sentence[]} */
export function commentSentences(text) {
  return comments(text).flatMap(({ line, text: words }) => sentencesIn(words, line));
}

/** Runs of `//` lines are one text. Tags of JSDoc begin a sentence. */
function comments(text) {
  const found = [];
  const blocks = /\/\*\*?([\s\S]*?)\*\/|(?:^[ \t]*\/\/.*(?:\n|$))+/gm;
  for (const match of text.matchAll(blocks)) {
    const line = text.slice(0, match.index).split('\n').length;
    const plain = match[0]
      .replace(/\*\/\s*$/, '')
      .replace(/^[ \t]*(?:\/\*\*?|\*|\/\/) ?/gm, '')
      .replace(/\{@link ([^}]*)\}/g, CODE)
      .replace(/`[^`]*`/g, (code) => CODE + code.replace(/[^\n]/g, ''));
    if (!/eslint-disable|@ts-|^\s*<reference/.test(plain)) found.push({ line, text: plain });
  }
  return found;
}

/**
 * Strings of code that are at least three words with spaces, so that keys and SQL names are left out.
 * @returns {Sentence[]}
 */
export function messageSentences(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, words) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (SQL.test(words)) return;
    if (/^[A-Za-z…][\w…'’-]*(?:[,:;]? [\w"'…(<-]+){2,}/.test(words)) found.push(...sentencesIn(words, line));
  };
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(
        node,
        [node.head, ...node.templateSpans.map((span) => span.literal)]
          .map(({ text: part }) => part)
          .join(CODE),
      );
    else if (ts.isBinaryExpression(node) && joined(node) !== undefined) return add(node, joined(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `'a ' + 'b'` as one text. */
function joined(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map((span) => span.literal)].map(({ text }) => text).join(CODE);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [joined(node.left), joined(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** @returns {Sentence[]} */
function sentencesIn(text, line) {
  // The end of a line is no end of a sentence: a blank line, an item and a tag of JSDoc are.
  const lines = text.replace(/\n(?!\s*(?:\n|-|@))/g, ' ');
  // The segmenter takes a sentence that begins with code for the rest of the one before it.
  const ends = lines.replace(/([.!?]) (?=`)/g, '$1\n');
  return [...bySentence.segment(ends)]
    .map(({ segment, index }) => ({
      line: line + text.slice(0, index).split('\n').length - 1,
      text: segment.trim(),
    }))
    .filter(({ text: sentence }) => sentence !== '');
}
