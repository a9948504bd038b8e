import { describe, expect, it } from 'vitest';
import { wrapMarkdown } from './wrap-markdown.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('long lines of Markdown', () => {
  it('break at a space, and the rest of their paragraph follows', () => {
    expect(wrapMarkdown(`${words(25)}\nend`)).toBe(`${words(24)}\nword end`);
  });

  it('of items go on below their text', () => {
    expect(wrapMarkdown(`- ${words(25)}\n- short`)).toBe(`- ${words(23)}\n  word word\n- short`);
    expect(wrapMarkdown(`12. ${words(25)}`)).toBe(`12. ${words(23)}\n    word word`);
  });

  it('of quotations stay quotations', () => {
    expect(wrapMarkdown(`> ${words(25)}\n>\n> end`)).toBe(`> ${words(23)}\n> word word\n>\n> end`);
  });

  it.each(['-', '#', '1.', '>', '| cell'])('never break where "%s" would begin a block', (word) => {
    const broken = wrapMarkdown(`${words(24)} ${word} end`);
    expect(broken.split('\n').slice(1)).not.toContainEqual(expect.stringMatching(/^(?:-|#|1\.|>|\|)/));
  });

  it('stay as they are in tables, code and headings', () => {
    const long = words(30);
    const text = `# ${long}\n\n| ${long} |\n|---|\n\n\`\`\`ts\n${long}\n\`\`\``;
    expect(wrapMarkdown(text)).toBe(text);
  });

  it('change nothing else: a paragraph of short lines keeps its breaks', () => {
    expect(wrapMarkdown('one\ntwo\n\n- three\n  four')).toBe('one\ntwo\n\n- three\n  four');
  });
});
