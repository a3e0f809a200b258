import { Lexer, type Token, type Tokens } from 'marked';
import type { Block, Heading, Inline } from '../model/article.ts';

/** Unsupported Markdown. The message continues a sentence that starts with the file name. */
export class MarkdownError extends Error {}

/** Element ids of every page, which headings must not use. */
const RESERVED_IDS = ['content'];
const HREF = /^(\/(?![/\\])|#|https:\/\/|mailto:)\S*$/i;

/** Parses Markdown into blocks. Throws MarkdownError for raw HTML, pictures and other unsupported elements. */
export function markdownBlocks(markdown: string): Block[] {
  return blocksOf(new Lexer({ gfm: true }).lex(markdown) as Token[], new Set(RESERVED_IDS));
}

function blocksOf(tokens: Token[], ids: Set<string>): Block[] {
  return tokens.flatMap((token) => (token.type === 'space' || token.type === 'def' ? [] : [blockOf(token, ids)]));
}

function blockOf(token: Token, ids: Set<string>): Block {
  switch (token.type) {
    case 'heading':
      return headingOf(token as Tokens.Heading, ids);
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', inner: inlinesOf(token.tokens ?? []) };
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      return { kind: 'list', ordered, start: start || 1, items: items.map(({ tokens }) => blocksOf(tokens, ids)) };
    }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksOf(token.tokens ?? [], ids) };
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens));
      return { kind: 'table', head: cells(header), rows: rows.map(cells) };
    }
    default:
      throw refused(token);
  }
}

function headingOf({ depth, tokens, text }: Tokens.Heading, ids: Set<string>): Heading {
  if (depth !== 2 && depth !== 3) {
    throw new MarkdownError(`has the heading '${text}' at level ${depth}; use ## and ### (the title is level 1)`);
  }
  const inner = inlinesOf(tokens);
  return { kind: 'heading', level: depth, id: uniqueId(text, ids), inner };
}

/** Makes an id of the heading's words, with a number if it is already in use. */
function uniqueId(text: string, ids: Set<string>): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['part'];
  const base = words.join('-');
  let id = base;
  for (let number = 2; ids.has(id); number++) id = `${base}-${number}`;
  ids.add(id);
  return id;
}

function inlinesOf(tokens: Token[]): Inline[] {
  return tokens.map(inlineOf);
}

function inlineOf(token: Token): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text;
    case 'strong':
      return { kind: 'strong', inner: inlinesOf(token.tokens ?? []) };
    case 'em':
      return { kind: 'emphasis', inner: inlinesOf(token.tokens ?? []) };
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'br':
      return { kind: 'break' };
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      if (!HREF.test(href)) throw new MarkdownError(`links to ${href}; a link begins with /, #, https:// or mailto:`);
      return { kind: 'link', href, inner: inlinesOf(tokens) };
    }
    default:
      throw refused(token);
  }
}

const NAMES: Record<string, string> = {
  html: 'raw HTML',
  image: 'a picture',
  code: 'a block of code',
  hr: 'a rule',
  del: 'struck-out text',
};

function refused({ type, raw }: Token): MarkdownError {
  const excerpt = raw.trim().split('\n')[0]?.slice(0, 60) ?? '';
  return new MarkdownError(`contains ${NAMES[type] ?? type}, which pages do not support: ${excerpt}`);
}
