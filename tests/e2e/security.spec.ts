import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TEXT_FIELD_NAMES, ofEachField } from '../../src/lib/demo-fields.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { columnOf } from '../support/rows.ts';
import { SITE_DIR, fileOf } from '../support/serve-site.ts';
import { DEMO, FIELDS, MESSAGES, NAVIGATION, PATHS, itemTo } from '../support/words.ts';
import {
  expect,
  fillDemoForm,
  island,
  service,
  test as base,
  visitor,
  type Visitor,
} from '../support/site.ts';

/** The built page of a path, and of the fallback screen. */
const FILES = [...PATHS.map(fileOf), '404.html'];

const readPage = (file: string) => readFile(join(SITE_DIR, file), 'utf8');

/** Whether a file of the built site is there for visitors, crawlers or the host. */
const isExpected = (file: string) =>
  FILES.includes(file) ||
  /^_astro\/[\w.-]+\.[\w-]{8}\.(js|css|woff2)(\.(br|gz))?$/.test(file) ||
  /^(favicon\.(ico|svg)|apple-touch-icon\.png|icon-\d+\.png|og\/[\w-]+\.png|manifest\.webmanifest)$/.test(
    file,
  ) ||
  /^(check-live\.json|robots\.txt|sitemap-(index|\d+)\.xml|_headers|\.well-known\/security\.txt)$/.test(file);

/** Everything that a browser reports about a page: violations of its policies, exceptions, warnings, errors. */
const test = base.extend<{ complaints: string[] }>({
  complaints: async ({ context }, provide) => {
    const complaints: string[] = [];
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Violation of ${violatedDirective} by ${blockedURI}`),
      );
    });
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('dialog', (dialog) => {
      complaints.push(`A dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await provide(complaints);
  },
});

test.describe('what is published', () => {
  test('carries a complete policy on every page, and nothing that the policy would have to excuse', async () => {
    for (const file of FILES) {
      const html = await readPage(file);
      const tags = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/g)];
      expect(tags, `policies of ${file}`).toHaveLength(1);
      const policy = tags[0]?.[1] ?? '';
      const directives = policy
        .split(';')
        .filter(Boolean)
        .map((directive) => directive.trim().split(' '));
      const {
        'script-src': scripts = [],
        'style-src': styles = [],
        ...rest
      } = Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
      expect(rest).toStrictEqual({
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'font-src': ["'self'"],
        'img-src': ["'self'"],
        'manifest-src': ["'self'"],
        'connect-src': ["'self'", new URL(ADDRESSES.api).origin, new URL(ADDRESSES.webhook).origin],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ["'none'"],
      });
      for (const source of [...scripts, ...styles]) expect(source).toMatch(/^'(self|sha256-.+)'$/);

      const inline = [
        ...html.matchAll(/<script>(.*?)<\/script>/gs),
        ...html.matchAll(/<script type="module">(.*?)<\/script>/gs),
        ...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs),
      ];
      expect(inline.length).toBeGreaterThan(1);
      const own = inline.map(
        ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      );
      for (const hash of own) expect(policy).toContain(hash);
      expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/);
      expect(html).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\/(?!localhost)/);
    }
  });

  test('is pages, hashed files, icons and what crawlers read, and nothing else', async () => {
    const entries = await readdir(SITE_DIR, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(SITE_DIR.length + 1));
    expect(files.filter((file) => !isExpected(file))).toStrictEqual([]);

    for (const file of files.filter((name) => !/\.(woff2|png|ico|br|gz)$/.test(name))) {
      const text = await readPage(file);
      const unwanted = [
        /sourceMappingURL=\S*/,
        /sb_secret_\w+/,
        /-----BEGIN [A-Z ]+/,
        /"role":"service_role"/,
      ];
      const found = [...unwanted.map((pattern) => pattern.exec(text)?.[0]), text.includes(process.cwd())];
      expect(found.filter(Boolean), file).toStrictEqual([]);
    }
  });
});

/** Every island of the page has hydrated. */
const expectAllHydrated = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

test.describe('the browser reports nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('on a visit that hydrates every island', async ({ page, complaints }) => {
    await page.goto('/');
    await page.keyboard.press('Shift');
    await page.getByRole('heading', { level: 1 }).hover();
    await island(page, 'MissedCalls').getByRole('textbox').first().focus();
    await page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('button').hover();
    await page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('button').click();
    await page
      .getByRole('navigation', { name: NAVIGATION.label })
      .getByRole('link', { name: itemTo('/#faqs') })
      .click();
    for (const question of await page.locator('#faqs summary').all()) await question.click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('.marquee').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 40);
    await expectAllHydrated(page);

    for (const path of ['/inbound-voice-agents', '/outbound-voice-agents']) {
      await page.goto(path);
      for (const card of await page.locator('details summary').all()) await card.click();
      await page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('button').hover();
      await page.keyboard.press('End');
      await expect(island(page, 'UseCaseCards')).not.toHaveAttribute('ssr');
    }
    for (const path of ['/support-packages', '/no-such-page']) {
      await page.goto(path);
      await page.keyboard.press('Tab');
      await page.getByRole('navigation', { name: NAVIGATION.label }).getByRole('button').click();
      await page
        .getByRole('navigation', { name: NAVIGATION.label })
        .getByRole('link', { name: itemTo('/#process') })
        .click();
      await expect(page).toHaveURL('/#process');
    }
    expect(complaints.filter((text) => !/status of 404/.test(text))).toStrictEqual([]);
  });

  test('on a demo request with errors, a failure and a success', async ({ page, gateway, complaints }) => {
    await page.goto('/request-demo');
    const send = page.getByRole('button', { name: DEMO.submit });
    await send.click();
    await expect(page.getByText(MESSAGES.consentRequired)).toBeVisible();
    expect(complaints).toStrictEqual([]);

    await gateway.command('api', { fault: { does: 'answer', status: 503 } });
    await fillDemoForm(page, visitor());
    await send.click();
    await expect(page.getByRole('alert').getByText(MESSAGES.banner)).toBeVisible();
    expect(complaints.splice(0)).toStrictEqual([
      expect.stringContaining('status of 503'),
      expect.stringContaining('The demo request was not stored'),
    ]);

    await gateway.lift('api');
    await send.click();
    await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();
    expect(complaints).toStrictEqual([]);
  });
});

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What is left of a value by the rules: well-formed, tabs as spaces, without other control characters, trimmed. */
const clean = (value: string) =>
  value
    .toWellFormed()
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();

/** Sends the values by the form, and asserts that a row was stored with exactly what the fields showed. */
async function expectStoredAsShown(page: Page, values: Visitor): Promise<void> {
  const start = new Date().toISOString();
  await page.goto('/request-demo');
  for (const name of TEXT_FIELD_NAMES) await page.locator(`#${name}`).fill(values[name]);
  await page.locator('#acceptedTerms').check();
  const shown = await page.evaluate(
    (names) => names.map((name) => document.querySelector<HTMLInputElement>(`#${name}`)?.value ?? ''),
    TEXT_FIELD_NAMES,
  );
  await page.getByRole('button', { name: DEMO.submit }).click();
  await expect(page.getByRole('heading', { name: MESSAGES.confirmationHeading })).toBeVisible();

  const expected = TEXT_FIELD_NAMES.map((name, index) => {
    const text = clean(shown[index] ?? '');
    return [columnOf(name), name === 'email' ? text.replaceAll(INVISIBLE, '') : text];
  });
  const { data } = await service
    .from('demo_requests')
    .select([...TEXT_FIELD_NAMES.map(columnOf), 'accepted_terms'].join())
    .gte('created_at', start)
    .throwOnError();
  expect(data).toContainEqual({ ...Object.fromEntries(expected), accepted_terms: true });
}

const HOSTILE = [
  '<script>document.title="taken over"</script>',
  '"><img src=x onerror="document.title=\'taken over\'">',
  'javascript:document.title="taken over"',
  '{{constructor.constructor("document.title=1")()}} ${7*7} <%= 7*7 %>',
  "'; drop table demo_requests; --",
  "Robert'); DELETE FROM public.demo_requests WHERE ('1'='1",
  '=cmd|"/C calc"!A0',
  '+1+1*cmd|"/C powershell"!A0',
  '@SUM(1+1)*cmd|"/C calc"!A0',
  '-2+3\t=1',
  'line one\r\nX-Injected: header\r\n\r\nbody',
  'before\u0000after',
  '\u202Egnp.exe \u2066hidden\u2069',
  'שירות מיזוג אוויר — خدمة تكييف',
  '👩🏽‍🔧 🏳️‍🌈 é à Å ﬃ',
  `zalgo ${'\u0301'.repeat(60)}`,
  '\uFEFF\u00A0\u3000 padded \u2003\u200A',
  '\uD83D lone \uDC00 surrogates',
  'null',
  'undefined',
  '[object Object]',
  '../../../../etc/passwd%00',
  '%s%n%x %F0%9F%98',
  'a'.repeat(5_000),
  '漢'.repeat(5_000),
] as const;

test('hostile text in every field is stored as shown, and runs nowhere', async ({ page, complaints }) => {
  test.slow();
  for (const [index, text] of HOSTILE.entries()) {
    // The address keeps what an address may hold.
    const local = clean(text).replaceAll(/[\s@]/g, '');
    await expectStoredAsShown(page, {
      ...ofEachField(() => text),
      email: `${local.slice(0, 150)}.${index}.${crypto.randomUUID()}@example.com`,
      phoneNumber: '(415) 555-2671',
    });
    expect(await page.title(), text.slice(0, 60)).not.toContain('taken over');
  }
  // An invalid value stays in the field, beside its message.
  await page.goto('/request-demo');
  const fields = [page.getByLabel(FIELDS.email), page.getByLabel(FIELDS.phoneNumber)];
  for (const field of fields) await field.fill(HOSTILE[1] ?? '');
  await page.getByRole('button', { name: DEMO.submit }).click();
  for (const field of fields) await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await page.title()).not.toContain('taken over');
  expect(complaints).toStrictEqual([]);
});
