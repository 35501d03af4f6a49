/**
 * Longer texts in Markdown, with the parser that Astro uses itself. Not Astro's `render()`: it takes the body of a file as
 * loaded, and here placeholders are filled in, and each error names its line, before a page is rendered.
 */
import { markdownToHtml, markdownToMdast, type MdastNode } from 'satteri';
import { opensNewTab } from './address';
import { fill, type PlaceholderValues } from './placeholders';

/** The elements that the site has styles for. */
const ACCEPTED = new Set([
  'root',
  'text',
  'break',
  'paragraph',
  'strong',
  'emphasis',
  'list',
  'listItem',
  'link',
]);

const REFUSED: Partial<Record<string, string>> = {
  heading: 'has a heading. Begin a new paragraph instead.',
  image: 'has a picture. This text takes words, lists and links.',
  imageReference: 'has a picture. This text takes words, lists and links.',
  html: 'has HTML or a script. This text takes words, lists and links: **bold**, *italic*, [words](/page).',
  code: 'has code, or a line that begins with four spaces. Remove the spaces or the marks.',
  inlineCode: 'has code between ` marks. Remove the marks.',
  thematicBreak: 'has a line across. Begin a new paragraph instead.',
  blockquote: 'has a quotation that begins with >. Put it between quotation marks instead.',
  table: 'has a table. Write a list instead.',
  delete: 'has struck-out words between ~ marks. Remove them.',
};

export interface ProseError {
  message: string;
  line: number;
}

/**
 * The errors in a text: elements that the site has no styles for, and links to anything but one of `pages`, an https
 * address or an e-mail address.
 */
export function findProseErrors(markdown: string, pages: readonly string[]): ProseError[] {
  const errorsIn = (node: MdastNode): ProseError[] => {
    const isAccepted = ACCEPTED.has(node.type);
    const message = isAccepted
      ? node.type === 'link' && linkError(node.url, pages)
      : (REFUSED[node.type] ?? 'has Markdown that this text does not take. Write it as plain words.');
    const inside = isAccepted && 'children' in node ? node.children.flatMap(errorsIn) : [];
    return message ? [{ message, line: node.position?.start.line ?? 1 }, ...inside] : inside;
  };
  return errorsIn(markdownToMdast(markdown, { features: { frontmatter: false } }));
}

function linkError(url: string, pages: readonly string[]): string | undefined {
  if (/^mailto:\S+@\S+$|^mailto:\{email\}$/.test(url)) return undefined;
  if (url.startsWith('https://') && URL.canParse(url)) return undefined;
  if (pages.includes(url)) return undefined;
  return url.startsWith('/')
    ? `links to ${url}, which is not a page of this site. The pages are: ${pages.join(', ')}.`
    : `links to "${url}". A link leads to a page such as /request-demo, to https://… or to mailto:{email}.`;
}

/** A text as HTML, with its placeholders filled in; external links open in a new tab, with `newTabHint` as hidden hint. */
export function proseToHtml(markdown: string, values: PlaceholderValues, newTabHint: string): string {
  const { html } = markdownToHtml(markdown, {
    features: { frontmatter: false, gfm: false },
    mdastPlugins: [
      {
        name: 'site',
        text: (node, context) => context.setProperty(node, 'value', fill(node.value, values)),
        link: (node, context) => {
          context.setProperty(node, 'url', fill(node.url, values));
          if (!opensNewTab(node.url)) return;
          context.setProperty(node, 'data', { hProperties: { target: '_blank', rel: 'noopener' } });
          const hidden = { hName: 'span', hProperties: { class: 'visually-hidden' } };
          const children: MdastNode[] = [{ type: 'text', value: ` ${newTabHint}` }];
          context.appendChild(node, { type: 'newTabHint', data: hidden, children });
        },
      },
    ],
  });
  return html;
}
