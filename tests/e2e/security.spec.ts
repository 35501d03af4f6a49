import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ADDRESSES } from '../support/addresses.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { FIELD_LABELS, PATHS, demo, site } from '../support/words.ts';
import {
  SLOW,
  expect,
  fillDemoForm,
  goToSection,
  rowsOf,
  submitRequest,
  test as base,
  newPerson,
} from '../support/site.ts';

/** The HTML file of each page, and of the error page. */
const FILES = [...PATHS.map(fileOf), '404.html'];

const readPage = (file: string) => readFile(join(SITE_DIR, file), 'utf8');

/** The files of the built site that are there for visitors, crawlers or the host, beside the pages. */
const EXPECTED = [
  /^_astro\/[\w.-]+\.[\w-]{8}\.(js|css|woff2)(\.(br|gz))?$/,
  /^(favicon\.(ico|svg)|apple-touch-icon\.png|icon-\d+\.png|og\/[\w-]+\.png|manifest\.webmanifest)$/,
  /^(check-live\.json|robots\.txt|sitemap-(index|\d+)\.xml|_headers|\.nojekyll|\.well-known\/security\.txt)$/,
];

/** What no published file may hold. */
const SECRETS = /sourceMappingURL=|sb_secret_\w+|-----BEGIN [A-Z ]+|"role":"service_role"/;

/** The policy of each page, without the hashes of its scripts and styles. */
const DIRECTIVES = new Set([
  ...['default-src', 'base-uri', 'form-action'].map((name) => `${name} 'none'`),
  ...['script-src', 'style-src', 'font-src', 'img-src', 'manifest-src'].map((name) => `${name} 'self'`),
  `connect-src 'self' ${new URL(ADDRESSES.api).origin} ${new URL(ADDRESSES.webhook).origin}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]);

/** Styles and handlers in attributes, which the policy forbids, and files of other sites. */
const RISKS =
  /<[^>]+\s(style|on[a-z]+)=|<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\/(?!localhost)/;

/** Everything that a browser reports about a page: violations of its policies, exceptions, warnings, errors. */
const test = base.extend<{ browserErrors: string[] }>({
  browserErrors: async ({ context }, provide) => {
    const browserErrors: string[] = [];
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Violation of ${violatedDirective} by ${blockedURI}`),
      );
    });
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) browserErrors.push(message.text());
    });
    context.on('weberror', (error) => browserErrors.push(String(error.error())));
    context.on('dialog', (dialog) => {
      browserErrors.push(`A dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await provide(browserErrors);
  },
});

test.describe('what is published', () => {
  test('carries a complete policy on every page, and nothing that would need an exception from it', async () => {
    for (const file of FILES) {
      const html = await readPage(file);
      const tags = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/g)];
      expect(tags, `policies of ${file}`).toHaveLength(1);
      const policy = tags[0]?.[1] ?? '';
      const directives = policy.replaceAll(/ 'sha256-[^']+'/g, '').split(/; ?/);
      expect(new Set(directives.filter(Boolean)), file).toEqual(DIRECTIVES);

      const own = Array.from(
        html.matchAll(/<(?:script(?: type="module")?|style[^>]*)>(.*?)<\/(?:script|style)>/gs),
        ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      );
      expect(own.length).toBeGreaterThan(1);
      for (const hash of own) expect(policy).toContain(hash);
      // And the speculation rules.
      expect(policy.match(/'sha256-/g), 'no other page’s').toHaveLength(
        new Set(own).size + (html.includes('speculationrules') ? 1 : 0),
      );
      expect(RISKS.exec(html)?.[0], file).toBeUndefined();
    }
  });

  test('keeps every e-mail address from what Cloudflare would hide', async () => {
    for (const file of FILES) {
      const [, body = ''] = (await readPage(file)).split('<body');
      const [before = '', ...parts] = body.split('<!--email_off-->');
      expect(parts, file).toHaveLength(1);
      const [inside, after = ''] = parts[0]!.split('<!--/email_off-->');
      expect(inside, file).toContain(`mailto:${site.email}`);
      expect(before + after, file).not.toContain('@');
    }
  });

  test('is pages, hashed files, icons and what crawlers read, and nothing else', async () => {
    const entries = await readdir(SITE_DIR, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(SITE_DIR, join(parentPath, name)));
    const others = files.filter(
      (file) => !FILES.includes(file) && !EXPECTED.some((known) => known.test(file)),
    );
    expect(others).toStrictEqual([]);
    for (const file of files.filter((name) => !/\.(woff2|png|ico|br|gz)$/.test(name))) {
      const text = await readPage(file);
      expect(SECRETS.exec(text)?.[0], file).toBeUndefined();
      expect(text.includes(process.cwd()), file).toBe(false);
    }
  });
});

test.describe('the browser reports nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('on a visit that hydrates every island', SLOW, async ({ page, browserErrors }) => {
    await page.goto('/');
    await page.keyboard.press('Shift');
    await page.getByRole('heading', { level: 1 }).hover();
    await goToSection(page, '/#faqs');
    for (const question of await page.locator('#faqs summary').all()) await question.click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('.marquee').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 40);
    await expect(page.locator('astro-island[ssr]'), 'islands not hydrated').toHaveCount(0);

    for (const path of ['/inbound-voice-agents', '/support-packages', '/no-such-page']) {
      await page.goto(path);
      for (const card of await page.locator('details summary').all()) await card.click();
      await page.keyboard.press('End');
      await expect(page.locator('astro-island[ssr]:has(details)')).toHaveCount(0);
      await goToSection(page, '/#process');
      await expect(page).toHaveURL('/#process');
    }
    expect(browserErrors.filter((text) => !/status of 404/.test(text))).toStrictEqual([]);
  });

  test('on a demo request with errors, a failure and a success', async ({
    page,
    faultProxy,
    browserErrors,
  }) => {
    await page.goto('/request-demo');
    const send = page.getByRole('button', { name: demo.form.submit });
    await send.click();
    await expect(page.getByText(demo.form.consentRequired)).toBeVisible();
    expect(browserErrors).toStrictEqual([]);

    await faultProxy.command('api', { fault: { does: 'answer', status: 503 } });
    await fillDemoForm(page, newPerson());
    await send.click();
    await expect(page.getByRole('alert').getByText(demo.form.banner)).toBeVisible();
    expect(browserErrors.splice(0)).toStrictEqual([
      expect.stringContaining('status of 503'),
      expect.stringContaining('The demo request was not stored'),
    ]);

    await faultProxy.lift('api');
    await submitRequest(page);
    expect(browserErrors).toStrictEqual([]);
  });
});

test('other sites can show the link previews and icons, and run none of the scripts', async ({ request }) => {
  const script = (await readdir(join(SITE_DIR, '_astro'))).find((file) => file.endsWith('.js'));
  const pictures = ['/og/home.png', '/favicon.ico', '/favicon.svg', '/icon-512.png', '/apple-touch-icon.png'];
  for (const path of [...pictures, `/_astro/${script}`, '/request-demo']) {
    const policy = (await request.get(path)).headers()['cross-origin-resource-policy'];
    expect(policy, path).toBe(pictures.includes(path) ? 'cross-origin' : 'same-origin');
  }
});

/** Text that would run where it is taken for markup or a template, and more text than a field takes. */
const PAYLOADS = [
  `<script>document.title="taken"</script>"><img src=x onerror="document.title='taken'">`,
  `{{constructor.constructor("document.title='taken'")()}}`,
  'a'.repeat(5_000),
];

test('hostile text is stored as shown, and runs nowhere', SLOW, async ({ page, browserErrors }) => {
  for (const payload of PAYLOADS) {
    const person = { ...newPerson(), fullName: payload, companyName: payload, industry: payload };
    await page.goto('/request-demo');
    await fillDemoForm(page, person);
    const shown = (name: string) => page.locator(`#${name}`).inputValue();
    const stored = {
      full_name: await shown('fullName'),
      company_name: await shown('companyName'),
      industry: await shown('industry'),
    };
    await submitRequest(page);
    expect(await rowsOf(person)).toMatchObject([stored]);
    expect(await page.title()).not.toContain('taken');
  }
  // An invalid value stays in the field, beside its message.
  await page.goto('/request-demo');
  const fields = [page.getByLabel(FIELD_LABELS.email), page.getByLabel(FIELD_LABELS.phoneNumber)];
  for (const field of fields) await field.fill(PAYLOADS[0]!);
  await page.getByRole('button', { name: demo.form.submit }).click();
  for (const field of fields) await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await page.title()).not.toContain('taken');
  expect(browserErrors).toStrictEqual([]);
});
