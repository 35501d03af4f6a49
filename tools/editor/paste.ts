/** What is pasted from a word processor, a mail or a web page, as the Markdown that the site takes. */
import Turndown from 'turndown';

/** Elements that are lost, but for the words in them, and what an editor calls them. */
const LOST = {
  'img, svg, video': 'a picture',
  table: 'a table',
  'h1, h2, h3, h4, h5, h6': 'a heading',
  'pre, code': 'code',
  'u, s, del, sup, sub': 'underlined, struck-out or raised letters',
};
const LOST_IN_PLAIN_TEXT = { 'a[href]': 'a link', 'b, strong': 'bold', li: 'a list' };

const styleOf = (node: HTMLElement) => node.getAttribute('style') ?? '';
const isBold = (node: HTMLElement) => /font-weight: *(bold|[6-9]00)/.test(styleOf(node));
const isForeign = (link: HTMLElement) => !/^(https:|mailto:)/.test(link.getAttribute('href') ?? '');
const asItIs = (content: string) => content;

const turndown = new Turndown({ bulletListMarker: '-', emDelimiter: '_', hr: '' })
  .addRule('code', { filter: 'code', replacement: asItIs })
  .addRule('block', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote'],
    replacement: (content: string) => `\n\n${content}\n\n`,
  })
  .addRule('link', {
    filter: (node: HTMLElement) => node.nodeName === 'A' && isForeign(node),
    replacement: asItIs,
  })
  // Google Docs puts all in a <b> that is not bold, and bold words in a <span> that is.
  .addRule('weight', {
    filter: (node: HTMLElement) => node.nodeName === 'SPAN' || /font-weight: *normal/.test(styleOf(node)),
    replacement: (content: string, node: HTMLElement) =>
      isBold(node) && content.trim() ? `**${content.trim()}**` : content,
  })
  // Word writes the entries of a list as paragraphs that begin with a sign.
  .addRule('entry', {
    filter: (node: HTMLElement) => /mso-list/.test(styleOf(node)),
    replacement: (content: string) => `\n- ${content.trim()}\n`,
  })
  .addRule('dropped', {
    filter: (node: HTMLElement) =>
      /^(img|svg|video|script|style|title)$/i.test(node.nodeName) || /mso-list: *Ignore/.test(styleOf(node)),
    replacement: () => '',
  });

/** A copied part of a page in Markdown, or as plain `text`, and names of what was lost. */
export function convert(
  html: string,
  text: string,
  takesMarkdown: boolean,
): { text: string; lost: string[] } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const names = Object.entries(takesMarkdown ? LOST : { ...LOST, ...LOST_IN_PLAIN_TEXT });
  const lost = names.flatMap(([selector, name]) => (body.querySelector(selector) ? [name] : []));
  const links = [...body.querySelectorAll('a')]
    .filter(isForeign)
    .map((link) => `the link to ${link.getAttribute('href')}`);
  const markdown = turndown
    .turndown(body)
    .replaceAll(/^(\s*(?:-|\d+\.)) +/gm, '$1 ')
    .replaceAll(/\n +\n/g, '\n');
  return { text: (takesMarkdown ? markdown : text).trim(), lost: [...lost, ...links] };
}
