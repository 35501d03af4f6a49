import type { Browser } from '@playwright/test';

/** The baseline of a page, as HTML: the same words, links and fields without styles, scripts and drawings. */
export async function bareHtml(browser: Browser, html: string): Promise<string> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.setContent(html);
  const body = await page.evaluate(() => {
    const notText = 'script, style, template, svg, noscript, [aria-hidden=true], [hidden], link, meta';
    for (const element of document.querySelectorAll(notText)) element.remove();
    for (const element of document.body.querySelectorAll('*'))
      for (const name of element.getAttributeNames())
        if (!['href', 'id', 'for', 'type', 'name'].includes(name)) element.removeAttribute(name);
    return document.body.innerHTML.replace(/<!--.*?-->|(?<=\s)\s+/gs, '');
  });
  await page.close();
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>';
  return `<!doctype html><html lang="en">${head}<link rel="icon" href="/favicon.ico">${body}`;
}
