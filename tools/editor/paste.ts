/** What is pasted from a word processor, a mail or a web page, as the Markdown that the site takes. */
import Turndown from 'turndown';

const WEIGHT_OF_BOLD = 600;

/** Elements that the site has no styles for, and what an editor calls them. */
const LOST: Record<string, string> = {
  'img, svg, video': 'a picture',
  table: 'a table (its words are here)',
  'h1, h2, h3, h4, h5, h6': 'a heading (its words are here)',
  'pre, code': 'code (its words are here)',
  'u, s, del, sup, sub': 'underlined, struck-out or raised letters (the words are here)',
};

const isBold = ({ style }: HTMLElement) => Number(style.fontWeight.replace('bold', '700')) >= WEIGHT_OF_BOLD;

/** `text` with what can be kept of its marks, and names of what was lost. Without Markdown, all marks are. */
export function fromHtml(html: string, takesMarkdown: boolean): { text: string; lost: string[] } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Word writes the entries of a list as paragraphs that begin with a sign.
  for (const entry of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    entry.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')?.remove();
    const previous = entry.previousElementSibling;
    const list = previous?.matches('ul.pasted') ? previous : body.ownerDocument.createElement('ul');
    list.className = 'pasted';
    entry.before(list);
    const item = list.appendChild(body.ownerDocument.createElement('li'));
    item.append(...entry.childNodes);
    entry.remove();
  }
  const names = Object.entries(LOST).flatMap(([selector, name]) =>
    body.querySelector(selector) ? [name] : [],
  );
  for (const element of body.querySelectorAll('img, svg, video, style, script, title')) element.remove();
  // Google Docs puts a paragraph into each entry of a list.
  for (const paragraph of body.querySelectorAll('li > p')) paragraph.replaceWith(...paragraph.childNodes);
  const markdown = new Turndown({ bulletListMarker: '-', emDelimiter: '_', hr: '' })
    .addRule('plain', {
      filter: (node: HTMLElement) => /^(h[1-6]|pre|code|blockquote|hr)$/i.test(node.nodeName),
      replacement: (content: string, node: HTMLElement) =>
        node.nodeName === 'CODE' ? content : `\n\n${content}\n\n`,
    })
    // Google Docs puts all in a <b> that is not bold, and bold words in a <span> that is.
    .addRule('weight', {
      filter: (node: HTMLElement) =>
        (node.nodeName === 'SPAN' && isBold(node)) ||
        (node.nodeName === 'B' && node.style.fontWeight === 'normal'),
      replacement: (content: string, node: HTMLElement) =>
        node.nodeName === 'SPAN' && content.trim() ? `**${content.trim()}**` : content,
    })
    .addRule('link', {
      filter: (node: HTMLElement) => node.nodeName === 'A',
      replacement(content: string, node: HTMLElement) {
        const address = node.getAttribute('href') ?? '';
        if (/^(https:|mailto:)/.test(address)) return `[${content}](${address})`;
        names.push(`the link to ${address || 'nowhere'}`);
        return content;
      },
    })
    .turndown(body)
    .replaceAll(/^(\s*-) +/gm, '$1 ');
  if (takesMarkdown) return { text: markdown.trim(), lost: names };
  const marks = { 'a[href]': 'a link', 'b, strong': 'bold', 'ul, ol': 'a list' };
  for (const [selector, name] of Object.entries(marks)) if (body.querySelector(selector)) names.push(name);
  return { text: body.innerText.trim(), lost: names };
}
