import { describe, expect, it } from 'vitest';
import { formatTable, paint } from '../../src/cli/terminal/output.js';

describe('a table', () => {
  it('aligns its columns, also of Cyrillic, and has no blanks at line ends', () => {
    expect(
      formatTable(
        ['ID', 'NAME', 'N'],
        [
          ['1', 'Сүхбаатар', '5'],
          ['22', 'x', ''],
        ],
      ),
    ).toBe(['ID  NAME       N', '1   Сүхбаатар  5', '22  x'].join('\n'));
  });

  it('lets no cell move the cursor or break the line', () => {
    const text = formatTable(['A'], [['x\u001b[2J\ry'], ['a\nb']]);
    expect(text).toBe('A\nx\ufffd[2J\ufffdy\na b');
  });
});

describe('colour', () => {
  it('is only for a terminal, and not for one that wants none', () => {
    const terminal = { isTTY: true };
    expect(paint('red', 'x', terminal, {})).toBe('\u001b[31mx\u001b[0m');
    expect(paint('red', 'x', terminal, { NO_COLOR: '' })).toBe('\u001b[31mx\u001b[0m');
    expect(paint('red', 'x', terminal, { NO_COLOR: '1' })).toBe('x');
    expect(paint('red', 'x', terminal, { TERM: 'dumb' })).toBe('x');
    expect(paint('red', 'x', {}, {})).toBe('x');
  });
});
