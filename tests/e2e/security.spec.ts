import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ADDRESSES } from '../support/addresses.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { SLOW, expect, goToSection, island, test } from '../support/site.ts';
import { ANY_SECTION, PATHS, site } from '../support/words.ts';

const FILES = [...PATHS.map(fileOf), '404.html'];

const readPage = (file: string) => readFile(join(SITE_DIR, file), 'utf8');

/** The files of the built site that are there for visitors, crawlers or the host, beside the pages. */
const EXPECTED = [
  /^_astro\/[\w.-]+\.[\w-]{8}\.(js|woff2)$/,
  /^(favicon\.(ico|svg)|apple-touch-icon\.png|icon-\d+\.png|og\/[\w-]+\.png|manifest\.webmanifest)$/,
  /^recordings\/[\w-]+\.(json|mp3|m4a|wav)$/,
  /^(check-live\.json|robots\.txt|sitemap-(index|\d+)\.xml|_headers|\.nojekyll|\.well-known\/security\.txt)$/,
];

/** Source maps, keys of the back end, private keys, and any JSON Web Token, as the legacy keys are. */
const SECRETS = /sourceMappingURL=|sb_secret_\w+|-----BEGIN [A-Z ]+|eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/;

/** The content security policy of each page, without the hashes of its scripts and styles. */
const DIRECTIVES = new Set([
  ...['default-src', 'base-uri', 'form-action'].map((name) => `${name} 'none'`),
  ...['script-src', 'style-src', 'font-src', 'img-src', 'manifest-src'].map((name) => `${name} 'self'`),
  `connect-src 'self' ${new URL(ADDRESSES.api).origin} ${new URL(ADDRESSES.webhook).origin}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]);

test('every page carries a complete content security policy', async () => {
  for (const file of FILES) {
    const html = await readPage(file);
    const tags = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/g)];
    expect(tags, `policies of ${file}`).toHaveLength(1);
    const policy = tags[0]?.[1] ?? '';
    // What stands before a policy is not bound by it.
    expect(html.search(/<(script|style)/), file).toBeGreaterThan(tags[0]?.index ?? Infinity);
    const directives = policy.replaceAll(/ 'sha256-[^']+'/g, '').split(/; ?/);
    // A page with a recording may play it.
    const sound = html.includes('data-sound') ? ["media-src 'self'"] : [];
    expect(new Set(directives.filter(Boolean)), file).toEqual(new Set([...DIRECTIVES, ...sound]));
    // There is no hash without a script or style; the browser reports those that are missing (below).
    const inline = html.matchAll(/<(script|style)(?![^>]* (?:src|type="application))[^>]*>(.*?)<\/\1>/gs);
    const hashes = new Set(policy.match(/'sha256-[^']+'/g));
    expect(hashes.size, file).toBe(new Set(Array.from(inline, ([, , code]) => code)).size);
  }
});

test('Cloudflare’s Email Address Obfuscation leaves every e-mail address as it is', async () => {
  for (const file of FILES) {
    const [, body = ''] = (await readPage(file)).split('<body');
    const [before = '', ...parts] = body.split('<!--email_off-->');
    expect(parts, file).toHaveLength(1);
    const [inside, after = ''] = parts[0]!.split('<!--/email_off-->');
    expect(inside, file).toContain(`mailto:${site.email}`);
    expect(before + after, file).not.toContain('@');
  }
});

test('pages, hashed files, icons and what crawlers read are published, and nothing else', async () => {
  const entries = await readdir(SITE_DIR, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(SITE_DIR, join(parentPath, name)));
  const others = files.filter((file) => !FILES.includes(file) && !EXPECTED.some((known) => known.test(file)));
  expect(others).toStrictEqual([]);
  for (const file of files.filter((name) => !/\.(woff2|png|ico|mp3|m4a|wav)$/.test(name))) {
    const text = await readPage(file);
    expect(SECRETS.exec(text)?.[0], file).toBeUndefined();
    expect(text.includes(process.cwd()), `a path of this machine in ${file}`).toBe(false);
  }
});

test('the browser reports no error or warning while every island hydrates', SLOW, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  // Any key ends the splash.
  await page.keyboard.press('Shift');
  await page.getByRole('heading', { level: 1 }).hover();
  await goToSection(page, `/${ANY_SECTION}`);
  for (const question of await page.locator('#faqs summary').all()) await question.click();
  await page.setViewportSize({ width: 360, height: 740 });
  await island(page, 'Marquee').locator('> div').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 40);
  await expect(page.locator('astro-island[ssr]'), 'islands not hydrated').toHaveCount(0);

  for (const path of [...PATHS.slice(1), '/no-such-page']) {
    await page.goto(path);
    for (const card of await page.locator('details summary').all()) await card.click();
    await page.keyboard.press('End');
    await expect(page.locator('astro-island[ssr]:has(details)')).toHaveCount(0);
    await goToSection(page, `/${ANY_SECTION}`);
    await expect(page).toHaveURL(`/${ANY_SECTION}`);
  }
  // What the content security policy forbids or has no hash for is reported in this way, too.
  const messages = (await page.consoleMessages({ filter: 'all' }))
    .filter((message) => ['error', 'warning'].includes(message.type()))
    .map((message) => message.text());
  // The browser reports the missing page, too.
  expect(messages.filter((text) => !/status of 404/.test(text))).toStrictEqual([]);
  expect(await page.pageErrors({ filter: 'all' })).toStrictEqual([]);
});
