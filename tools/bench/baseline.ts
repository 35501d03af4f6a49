import type { Page } from 'puppeteer-core';

/** Elements that are not text, only decorate, or appear only with script. */
const NOT_TEXT = 'script, style, template, svg, noscript, [aria-hidden=true], [hidden], link, meta';

/** Attributes without which links and fields do not work. */
const KEPT_ATTRIBUTES = ['href', 'id', 'for', 'type', 'name'];

/**
 * The baseline: a page with the same words, links and fields as the given one, without style sheet, font, picture and
 * script. No page with these words can be much faster.
 *
 * @param page a tab to read the page in
 */
export async function bareHtml(page: Page, html: string): Promise<string> {
  await page.setJavaScriptEnabled(false);
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  const body = await page.evaluate(
    (notText, kept) => {
      for (const element of document.body.querySelectorAll(notText)) element.remove();
      for (const element of document.body.querySelectorAll('*'))
        for (const name of element.getAttributeNames())
          if (!kept.includes(name)) element.removeAttribute(name);
      return document.body.innerHTML.replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ');
    },
    NOT_TEXT,
    KEPT_ATTRIBUTES,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${await page.title()}</title><link rel="icon" href="/favicon.ico">${body}`;
}
