import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

/** Mock of the DOM, as far as texts need it. */
class FakeElement {
  href?: string;
  rel?: string;
  start?: number;
  readonly #name: string;
  readonly #children: (FakeElement | string)[] = [];
  constructor(name: string) {
    this.#name = name;
  }
  append(...children: (FakeElement | string)[]) {
    this.#children.push(...children);
  }
  get text(): string {
    return this.#children.map((child) => (typeof child === 'string' ? child : child.text)).join('');
  }
  get names(): string[] {
    return [this.#name, ...this.#children.flatMap((child) => (typeof child === 'string' ? [] : child.names))];
  }
  toString(): string {
    const said = [this.#name, this.href, this.start].filter((part) => part !== undefined).join(' ');
    return `<${said}>${this.#children.map(String).join('')}</${this.#name}>`;
  }
}

beforeEach(() => {
  vi.stubGlobal('document', { createElement: (name: string) => new FakeElement(name) });
  return () => vi.unstubAllGlobals();
});

const elements = (text: string) => renderMarkdown(text) as unknown as FakeElement[];
const shown = (text: string) => elements(text).map(String).join('');

describe('formatted descriptions', () => {
  it('render emphasis, paragraphs and line breaks', () => {
    expect(shown('Made of **solid** *oak*, ~~ash~~.\nBy hand.\n\nIn 1962.')).toBe(
      '<p>Made of <strong>solid</strong> <em>oak</em>, <s>ash</s>.<br></br>By hand.</p><p>In 1962.</p>',
    );
  });

  it('render lists, including nested ones', () => {
    expect(shown('- one\n- **two**\n  - three\n\n4. four\n5. five')).toBe(
      '<ul><li>one</li><li><strong>two</strong><ul><li>three</li></ul></li></ul><ol 4><li>four</li><li>five</li></ol>',
    );
  });

  it('link only to web addresses, with or without a name', () => {
    expect(shown('[The maker](https://oak.test/a) https://oak.test')).toBe(
      '<p><a https://oak.test/a>The maker</a> <a https://oak.test>https://oak.test</a></p>',
    );
    for (const text of [
      '[x](javascript:alert(1))',
      '[x](data:text/html,x)',
      'a@oak.test',
      '[x](/relative)',
    ]) {
      expect(shown(text)).toBe(`<p>${text}</p>`);
    }
  });

  it('render unsupported syntax as plain text', () => {
    for (const text of [
      '<b onclick=x>b</b>',
      '# 1 of 3',
      '> 20 cm',
      '`a`',
      '![a](https://b.test/c.png)',
      '---',
    ]) {
      expect(shown(text)).toBe(`<p>${text}</p>`);
    }
    expect(shown('2 \\* 3 &amp; 4')).toBe('<p>2 * 3 &amp; 4</p>');
    expect(shown('')).toBe('');
  });

  it('contain only allowed elements and no added text for any input', () => {
    const sign = fc.constantFrom(
      ...'*_~[]()-1. \n#>`|<!\\a',
      'https://a.test',
      'javascript:',
      '<img src=x onerror=y>',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        const made = elements(signs.join(''));
        const letters = (text: string) => text.replaceAll(/[^a-z]/g, '').length;
        expect(letters(made.map(({ text }) => text).join(''))).toBeLessThanOrEqual(letters(signs.join('')));
        const allowed = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 's', 'br', 'a']);
        expect(made.flatMap(({ names }) => names).filter((name) => !allowed.has(name))).toEqual([]);
      }),
    );
  });

  it('render lists that are nested too deeply as plain text', () => {
    const deep = `${'- '.repeat(1_999)}x`;
    expect(elements(deep).map(({ text }) => text)).toEqual([deep]);
  });
});
