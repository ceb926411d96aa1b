import { isWebLink } from '@diorama/shared/scene/nodes/annotation/is-web-link.ts';
import { Marked, type Token, type Tokens } from 'marked';
import './render-markdown.css';
import { element } from './dom.ts';

/** Markdown features that stay plain text: cards are small, and user-written text never becomes markup. */
const nothing = () => undefined;
const UNREAD = [
  'blockquote',
  'code',
  'codespan',
  'def',
  'fences',
  'heading',
  'hr',
  'html',
  'lheading',
  'reflink',
  'table',
  'tag',
] as const;

const reader = new Marked({
  breaks: true,
  gfm: true,
  tokenizer: Object.fromEntries(UNREAD.map((rule) => [rule, nothing])),
});

/**
 * Converts user-written Markdown to elements: paragraphs, lists, bold, italic, strikethrough and web links. All other
 * syntax stays text.
 */
export function renderMarkdown(text: string): HTMLElement[] {
  try {
    return reader.lexer(text).flatMap(blockOf);
  } catch {
    // Limit of nested lists.
    return [element('p', {}, text)];
  }
}

function blockOf(token: Token): HTMLElement[] {
  if (token.type === 'space') {
    return [];
  }
  if (token.type !== 'list') {
    return [element('p', {}, ...wordsOf(token))];
  }
  const { ordered, start, items } = token as Tokens.List;
  const lines = items.map(itemOf);
  if (!ordered) {
    return [element('ul', {}, ...lines)];
  }
  const list = element('ol', {}, ...lines);
  list.start = Number(start);
  return [list];
}

function itemOf({ tokens }: Tokens.ListItem): HTMLElement {
  return element(
    'li',
    {},
    ...tokens.flatMap((token) => (token.type === 'list' ? blockOf(token) : wordsOf(token))),
  );
}

function wordsOf(token: Token): (Node | string)[] {
  return 'tokens' in token && token.tokens ? token.tokens.flatMap(wordOf) : [token.raw];
}

function wordOf(token: Token): (Node | string)[] {
  switch (token.type) {
    case 'strong':
      return [element('strong', {}, ...wordsOf(token))];
    case 'em':
      return [element('em', {}, ...wordsOf(token))];
    case 'del':
      return [element('s', {}, ...wordsOf(token))];
    case 'br':
      return [element('br', {})];
    case 'escape':
      return [token.text];
    case 'link':
      return linkOf(token as Tokens.Link);
    case 'text':
      return wordsOf(token);
    default:
      return [token.raw];
  }
}

/** Links to other targets than web pages stay text. */
function linkOf(token: Tokens.Link): (Node | string)[] {
  return isWebLink(token.href)
    ? [element('a', { href: token.href, target: '_blank', rel: 'noopener nofollow' }, ...wordsOf(token))]
    : [token.raw];
}
