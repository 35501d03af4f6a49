import type { Browser } from 'puppeteer-core';

/** Elements that say something by themselves; everything else is unwrapped. */
const MEANINGFUL =
  'header, nav, main, section, footer, h1, h2, h3, h4, p, ul, ol, li, dl, dt, dd, a, strong, em, details, summary, form, label, input, button, figure, figcaption, blockquote, time';

/** What is not text; and what is there only for looks or comes only with script. */
const NOT_TEXT = 'script, style, template, svg, noscript, [aria-hidden=true], [hidden], link, meta';

/** Attributes without which links and fields are not what they are. */
const KEPT = ['href', 'id', 'for', 'type', 'name'];

/** Takes away everything but the words and the elements that carry them. Runs in the page. */
function strip(meaningful: string, notText: string, kept: string[]): string {
  for (const element of document.body.querySelectorAll(notText)) element.remove();
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.matches(meaningful)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const name of element.getAttributeNames()) {
      if (!kept.includes(name)) element.removeAttribute(name);
    }
  }
  return document.body.innerHTML.replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ');
}

/**
 * The floor: a page with the same words, links and fields as the given one in semantic elements, and nothing else.
 * No style sheet, font, picture or script: no page with these words can be much faster.
 */
export async function bareHtml(browser: Browser, html: string): Promise<string> {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  const title = await page.title();
  const body = await page.evaluate(strip, MEANINGFUL, NOT_TEXT, KEPT);
  await page.close();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title}">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" sizes="48x48">
</head>
<body>${body}</body>
</html>
`;
}
