/**
 * Longer texts in Markdown, with the parser that Astro uses itself, satteri. Astro's `render()` would not do: it takes the body of
 * a file as loaded, and here placeholders are filled in, and each error names its line, before a page is rendered.
 */
import { markdownToHtml, markdownToMdast, type MdastNode } from 'satteri';
import { opensNewTab } from './address.ts';
import { unreadableError } from './normalize.ts';
import { LINKS } from './pages.ts';
import { fill, type PlaceholderValues } from './placeholders.ts';

/** `parse.ts` has read the front matter already. */
const PARSER_OPTIONS = { features: { frontmatter: false } } as const;

/** The mdast types of the elements that the site has styles for; those below are refused with advice, others without. */
const ACCEPTED = new Set('root text break paragraph strong emphasis list listItem link'.split(' '));

const PICTURE = 'has a picture. This text takes words, lists and links.';

const REFUSED: Partial<Record<string, string>> = {
  heading: 'has a heading. Begin a new paragraph instead.',
  image: PICTURE,
  imageReference: PICTURE,
  html: 'has HTML or a script. This text takes words, lists and links: **bold**, *italic*, [words](/page).',
  code: 'has code, or a line that begins with four spaces. Remove the spaces or the marks.',
  inlineCode: 'has code between ` marks. Remove the marks.',
  thematicBreak: 'has a line across. Begin a new paragraph instead.',
  blockquote: 'has a quotation that begins with >. Put it between quotation marks instead.',
  table: 'has a table. Write a list instead.',
  delete: 'has struck-out words between ~ marks. Remove them.',
};

/** Marks of bold and of links that the parser has left in a text: visitors would read them. */
const LOOSE_MARK = /\*\*|\]\(/;
/** What would be a link without the space between its words and its address. */
const SPACED_LINK = /\] \((?=\/|https:|mailto:|tel:)/;

type ProseError = { message: string; line: number };

/**
 * The errors in a text: elements that the site has no styles for, marks without an end, and links to anything but one of
 * `LINKS`, an https address, an e-mail address or a phone number.
 */
export function findProseErrors(markdown: string): ProseError[] {
  const errorsIn = (node: MdastNode): ProseError[] => {
    const message = ownError(node);
    const inside = ACCEPTED.has(node.type) && 'children' in node ? node.children.flatMap(errorsIn) : [];
    return message ? [{ message, line: node.position?.start.line ?? 1 }, ...inside] : inside;
  };
  return [...errorsIn(markdownToMdast(markdown, PARSER_OPTIONS)), ...findEntityErrors(markdown)];
}

/** Characters by their number or name, as in HTML. */
const ENTITY = /(?<!\\)&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/**
 * The errors of entities for characters that a text may not have: braces, and characters that nobody sees or can read. Typed
 * themselves, those would be placeholders, or removed, or refused.
 */
function findEntityErrors(markdown: string): ProseError[] {
  const errors: ProseError[] = [];
  for (const { 0: entity, index } of markdown.matchAll(ENTITY)) {
    const character = textOf(markdownToMdast(entity, PARSER_OPTIONS));
    const line = markdown.slice(0, index).split('\n').length;
    if (/[{}]/.test(character))
      errors.push({
        line,
        message: `has ${entity}, which becomes ${character}. Type the braces themselves, as in {brand}.`,
      });
    else if (/[\p{Cc}\p{Cf}]/u.test(character) || unreadableError(character))
      errors.push({ line, message: `has ${entity}, a character that nobody sees or can read. Remove it.` });
  }
  return errors;
}

function textOf(node: MdastNode): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The error in an element, not counting its children's. */
function ownError(node: MdastNode): string | undefined {
  if (!ACCEPTED.has(node.type))
    return REFUSED[node.type] ?? 'has Markdown that this text does not take. Write it as plain words.';
  if (node.type === 'listItem' && typeof node.checked === 'boolean')
    return 'has a check box between [ and ]. Remove it.';
  if (node.type === 'listItem' && node.children.length === 0)
    return 'has an entry of a list without words. Write them, or remove its line.';
  if (node.type === 'text') {
    if (SPACED_LINK.test(node.value)) return 'has a space between ] and ( of a link. Remove it.';
    const mark = LOOSE_MARK.exec(node.value)?.[0];
    return mark && `has ${mark} without its other half. Bold is **words**, a link [words](/page).`;
  }
  if (node.type !== 'link') return undefined;
  const [label] = node.children;
  if (!label || (label.type === 'text' && !label.value.trim()))
    return 'has a link without words: they stand between the square brackets.';
  // The parser makes www.example.com a link to http://www.example.com.
  return label?.type === 'text' && node.url === `http://${label.value}`
    ? `has ${label.value}, which is not a whole address. Write https://${label.value}, or [words](https://${label.value}).`
    : linkError(node.url);
}

/** The error in a link's address. A phone number has seven signs or more: that is a number without its area code. */
function linkError(url: string): string | undefined {
  if (/^mailto:\S+@\S+$|^mailto:\{email\}$|^tel:\+?[\d().-]{7,}$/.test(url)) return undefined;
  if (url.startsWith('https://') && URL.canParse(url)) return undefined;
  if (LINKS.some((link) => link === url)) return undefined;
  if (url === '') return 'has a link without an address: it stands between the round brackets.';
  return url.startsWith('/')
    ? `links to ${url}, which is not a page of this site. The pages are: ${LINKS.join(', ')}.`
    : `links to "${url}". A link leads to a page such as /request-demo, to https://…, to mailto:{email} or to tel:+14155550142.`;
}

/** A text as HTML, with its placeholders filled in; external links open in a new tab, with `newTabHint` as hidden hint. */
export function proseToHtml(markdown: string, values: PlaceholderValues, newTabHint: string): string {
  const { html } = markdownToHtml(markdown, {
    ...PARSER_OPTIONS,
    mdastPlugins: [
      {
        name: 'site',
        text: (node, context) => context.setProperty(node, 'value', fill(node.value, values)),
        link: (node, context) => {
          const url = fill(node.url, values);
          context.setProperty(node, 'url', url);
          if (!opensNewTab(url)) return;
          context.setProperty(node, 'data', { hProperties: { target: '_blank', rel: 'noopener' } });
          // `hName`: the element that the node becomes.
          const hidden = { hName: 'span', hProperties: { class: 'link-suffix' } };
          const children: MdastNode[] = [{ type: 'text', value: ` ${newTabHint}` }];
          context.appendChild(node, { type: 'newTabHint', data: hidden, children });
        },
      },
    ],
  });
  return html;
}
