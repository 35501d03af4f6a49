/**
 * What is pasted from a word processor, a mail or a web page, as the Markdown that the site takes: by Turndown, which knows the
 * many ways in which HTML writes a list or an emphasis, and what of a text Markdown would take for its own.
 */
import Turndown from 'turndown';

/** Matches how Google Docs writes a list within a list: beside the entry that it belongs to. Word writes the level of each entry. */
const LIST_IN_LIST = ':is(ul, ol) > :is(ul, ol)';

/** Elements that are lost, but for the words in them, and what an editor calls them. */
const LOST = {
  'img, svg, video': 'a picture',
  table: 'a table',
  'h1, h2, h3, h4, h5, h6': 'a heading',
  'pre, code': 'code',
  // Google Docs underlines each link, too, and raises letters by their style.
  ':is(u, sup, sub, [style*="vertical-align:su"], [style*="decoration:underline"]:not(a *)):not(:empty)':
    'underlined or raised letters',
  [`[style*="mso-list:l"]:not([style*="level1"]), ${LIST_IN_LIST}`]: 'a list within a list',
};
const LOST_IN_PLAIN_TEXT = {
  'a[href]': 'a link',
  'b:not([style^="font-weight:normal"]), strong': 'bold',
  'li, [style*="mso-list:l"]': 'a list',
};
/** Elements that are lost with the words in them: they are about the text, and not part of it. */
const LOST_WITH_WORDS = {
  // These selectors match a comment or footnote and the mark at its word: in Word, and in Google Docs, where the text begins
  // with a link back to the word.
  '[style*="mso-element:comment"], .MsoCommentReference, [href^="#_msocom"], p:has([href^="#cmnt_ref"]), [href^="#cmnt"]':
    'a comment',
  '[style*="mso-element:footnote"], [style*="mso-element:endnote"], p:has([href^="#ftnt_ref"]), a:is([href^="#_ftn"], [href^="#_edn"], [href^="#ftnt"])':
    'a footnote',
  del: 'deleted words',
  's, strike, [style*="line-through"]': 'struck-out words',
  '[hidden], [style*="display:none"], [style*="display: none"], [style*="mso-hide:all"], [style*="visibility:hidden"]':
    'hidden words',
};

/** A link that the site does not take, such as one to http: or to a file. */
const REFUSED_LINK = 'a[href]:not([href^="https:"], [href^="mailto:"], [href^="tel:"], [href^="/"])';
/** What has no words of its own, and the sign or number that Word writes before an entry of a list. */
const WITHOUT_WORDS = 'svg, video, script, style, title, [style*="mso-list:Ignore"]';

// Only the words are taken of an element without a rule, such as a heading or a picture.
const { paragraph, lineBreak, list, listItem, inlineLink, emphasis, strong } = new Turndown().options.rules;
const rules = { paragraph, lineBreak, list, listItem, inlineLink, emphasis, strong };

const turndown = new Turndown({ bulletListMarker: '-', emDelimiter: '*', rules })
  // Google Docs puts all in a <b> that is not bold, and bold or italic words in a <span> that is.
  .addRule('styled', {
    filter: (node: HTMLElement) => node.nodeName === 'SPAN' || node.style.fontWeight === 'normal',
    replacement: (content: string, node: HTMLElement) => {
      const mark = /^(bold|[6-9]00)$/.test(node.style.fontWeight) ? '**' : '';
      const marks = node.style.fontStyle === 'italic' ? ['*', mark] : ['', mark];
      return content.trim() ? marks.join('') + content.trim() + marks.toReversed().join('') : content;
    },
  })
  // Word writes the entries of a list as paragraphs that begin with a sign, or with a number, which is lost.
  .addRule('entry', {
    filter: (node: HTMLElement) => /mso-list/.test(node.getAttribute('style') ?? ''),
    replacement: (content: string) => `\n- ${content.trim()}\n`,
  });

/** Pasted HTML as Markdown where the field takes that, otherwise its plain `text`; and names of what was lost. */
export function convert(html: string, text: string, takesMarkdown: boolean) {
  // A link that was copied from the page beside the form leads to that page.
  const { body } = new DOMParser().parseFromString(html.replaceAll(`${location.origin}/`, '/'), 'text/html');
  const lost: string[] = [];
  for (const [selector, name] of Object.entries(LOST_WITH_WORDS)) {
    const elements = body.querySelectorAll(selector);
    if (elements.length > 0) lost.push(name);
    for (const element of elements) element.remove();
  }
  const isWhole = lost.length === 0;
  for (const [selector, name] of Object.entries(takesMarkdown ? LOST : { ...LOST, ...LOST_IN_PLAIN_TEXT }))
    if (body.querySelector(selector)) lost.push(name);
  for (const inner of body.querySelectorAll(LIST_IN_LIST)) inner.replaceWith(...inner.children);
  for (const link of body.querySelectorAll(REFUSED_LINK)) {
    lost.push(`the link to ${link.getAttribute('href')}`);
    link.removeAttribute('href');
  }
  for (const element of body.querySelectorAll(WITHOUT_WORDS)) element.remove();
  // Word and Google Docs cut one run of bold or italic words into several.
  for (const element of body.querySelectorAll('b, strong, i, em, span')) {
    const before = element.previousSibling as Element | null;
    if (!before?.cloneNode().isEqualNode(element.cloneNode())) continue;
    element.prepend(...before.childNodes);
    before.remove();
  }
  // Turndown aligns entries of lists by spaces, and leaves lines of spaces between them: both go.
  const markdown = turndown
    .turndown(body)
    .replaceAll(/^(\s*(?:-|\d+\.)) +/gm, '$1 ')
    .replaceAll(/\n +\n/g, '\n');
  // The clipboard's plain text serves only if nothing was removed, and may be missing. `textContent` joins lines without a space.
  for (const line of body.querySelectorAll('p, div, br, li, dt, dd, td, blockquote, h1, h2, h3, h4, h5, h6'))
    line.after(' ');
  const plain = isWhole && text ? text : body.textContent.replaceAll(/\s+/g, ' ');
  return { text: (takesMarkdown ? markdown : plain).trim(), lost };
}
