import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect as baseExpect, test, type Locator, type Page, type Route } from '@playwright/test';
import { freePort } from '../../tools/start/listen.ts';
import { EditedSite, ENVIRONMENT } from '../support/edited-site.ts';
import { git } from '../support/git.ts';
import { SLOW } from '../support/site.ts';
import * as words from '../support/words.ts';

// The development server compiles each page when it is first opened, which takes long on a busy machine.
const expect = baseExpect.configure({ timeout: 60_000 });
// Any of the answers, and any of the cards.
const faq = words.FAQS[4]!;
const [card] = words.home.services.items;

const port = await freePort();
const address = `http://localhost:${port}/editor`;

let site: EditedSite;
/** The folder of the bare repository that the editor pushes to. */
let remote: string;
let server: ChildProcess;

test.beforeAll(async () => {
  site = await EditedSite.create('editor');
  remote = new EditedSite('editor.git').dir;
  await rm(remote, { recursive: true, force: true });
  for (const command of [
    'init -q -b main',
    'config user.name Kim',
    'config user.email kim@example.com',
    'add .',
    'commit -qm Site',
    `clone -q --bare . ${remote}`,
    `remote add origin ${remote}`,
    'push -qu origin main',
  ])
    git(site.dir, ...command.split(' '));

  // The server of `npm run edit`, without the back end and the browser that it would open.
  const astro = fileURLToPath(new URL('../../node_modules/astro/bin/astro.mjs', import.meta.url));
  const flags = ['dev', '--config', 'tools/editor/astro.config.ts', '--port', String(port)];
  server = spawn(process.execPath, [astro, ...flags], {
    cwd: site.dir,
    env: { ...process.env, ...ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1', BROWSER: 'none' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(() => fetch(address).then(({ ok }) => ok, String)).toBe(true);
});
test.afterAll(() => server.kill());

/** The page of the site that is shown beside the form. */
const previewOf = (page: Page) => page.frameLocator('iframe');

/** Chooses a form, and waits until its preview is connected to the development server, which reloads it. */
async function choose(page: Page, form: string): Promise<void> {
  const before = page.url();
  const connected = page.waitForEvent('console', {
    // Not the preview of the form before.
    predicate: (message) => message.text() === '[vite] connected.' && page.url() !== before,
  });
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('link', { name: form }).click();
  await expect(page.getByRole('heading', { level: 1, name: form })).toBeFocused();
  await connected;
}

const openGroup = (page: Page, name: string) =>
  page.getByRole('main').locator('summary').filter({ hasText: name }).click();

/** Everything typed has been written to the content files, which the preview shows: the first status says so. */
const expectWritten = (page: Page) => expect(page.getByRole('status').first()).toHaveText('All on the page');

const expectSaved = (text: string) => expect.poll(() => site.read('error-page.json')).toContain(text);

/** Of the editor alone: the site, which is in the frame, has tests of its own. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Pastes what a word processor or a web page puts on the clipboard. */
const paste = (field: Locator, html: string) =>
  field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, html);

test.describe('in the editor,', SLOW, () => {
  // Each test goes on with the files of the one before; the first one builds the site, which can take minutes.
  test.describe.configure({ mode: 'serial', timeout: 300_000 });

  test('changes are published, found on the site a fresh clone builds, and taken back', async ({ page }) => {
    const treeBefore = git(remote, 'rev-parse', 'main^{tree}');
    await page.goto(address);
    await choose(page, 'Questions and answers');
    await openGroup(page, faq.question);
    await expect(previewOf(page).locator('#faqs summary', { hasText: faq.question })).toBeInViewport();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.fill('');
    await paste(
      answer,
      '<b style="font-weight:normal"><a name="top"></a><h2>Ask</h2><p>See <a href="https://example.com/people">who calls</a>, <span style="font-weight:700;font-style:italic">day</span> and <img src="x.png">night:</p><ul><li>one</li><li>two</li></ul></b>',
    );
    await expect(page.getByText('Not taken over:')).toHaveText('Not taken over: a picture, a heading.');
    await expect(answer).toHaveValue(/, _\*\*day\*\*_ and night:/);
    await page.getByRole('combobox', { name: 'Where the link leads' }).selectOption('Support packages');
    await page.getByRole('button', { name: 'Link to' }).click();
    await expect(answer).toHaveValue(/\(\/support-packages\)/);
    await expectWritten(page);
    await expect(previewOf(page).locator('#faqs .answer li', { hasText: 'two' })).toBeInViewport();

    await choose(page, 'Landing page');
    await openGroup(page, 'Services');
    await page.getByRole('textbox', { name: 'Description' }).first().fill('It answers at Ångström Street.');
    await page.getByRole('radio', { name: 'Timer' }).first().check();
    await expectWritten(page);
    await choose(page, 'Brand, addresses, prices');
    await openGroup(page, 'Prices and numbers');
    await page.getByLabel('Setup fee').fill('$2,750');
    await expectWritten(page);

    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(dialog.getByRole('listitem'), 'answer, description, icon, price').toHaveCount(4);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Setup fee' })).toContainText(
      `Before: ${words.site.figures.setupFee} After: $2,750`,
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Publish now' }).press('Enter');
    await expect(dialog).toContainText('Published.');

    const clone = new EditedSite('editor-clone');
    await rm(clone.dir, { recursive: true, force: true });
    git(site.dir, 'clone', '-q', remote, clone.dir);
    expect((await clone.build()).exitCode).toBe(0);
    const built = await clone.builtTexts();
    expect(built.get('index.html')).toMatch(/href="https:\/\/example.com\/people".*>who calls/s);
    expect(built.get('index.html')).toContain('at Ångström Street.');
    expect(built.get('outbound-voice-agents.html')).toContain('$2,750');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Take it back…' }).click();
    const takeBack = page.getByRole('dialog', { name: 'Take back' });
    await takeBack.getByRole('button', { name: 'Take back now' }).click();
    await expect(takeBack).toContainText('Taken back.');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Setup fee')).toHaveValue(words.site.figures.setupFee);
    // Of the content alone: the typefaces keep the characters that publishing added to them.
    expect(git(remote, 'diff', '--name-only', treeBefore, 'main', '--', 'src/content')).toBe('');
  });

  test('what does not fit stays in the form, also after a reload; the rest is written', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    const label = page.getByLabel('Link to the landing page');
    await page.getByLabel('Introduction').fill('Nobody is home.');
    await label.fill('Much too long for the link that leads back home');
    await expect(page.getByRole('status').first()).toHaveText('One text does not fit yet');
    await page.reload();
    await expect(label).toHaveAccessibleDescription(/takes at most 40/);
    await page.getByRole('list', { name: 'What does not fit' }).getByRole('link').click();
    await expect(label).toBeFocused();
    const heading = page.getByLabel('Heading');
    await expect(heading, 'fixed by the specification').toHaveAccessibleDescription(/^Agreed word for word/);
    await expectAccessible(page);
    await expectSaved('Nobody is home.');
    expect(await site.read('error-page.json')).toContain(words.errorPage.homeLabel);
    await label.fill('Back home');
    await expectWritten(page);
  });

  test('of a text changed in its file meanwhile, both are shown; others are written', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    await introduction.press('Control+End');
    await site.edit('error-page.json', (text) =>
      text.replace(/"lead": ".*"/, '"lead": "Theirs."').replace(/"homeLabel": ".*"/, '"homeLabel": "Back"'),
    );
    await introduction.pressSequentially(' Mine.');
    await expect(page.getByRole('alert').filter({ hasText: 'Which shall it be?' })).toContainText('Theirs.');
    await expect(introduction).toHaveValue(/Mine\.$/);
    // Other fields are still saved, and the question stays.
    for (const status of ['Gone', 'Gone for good']) {
      await page.getByLabel('Status').fill(status);
      await expectSaved(status);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expectWritten(page);
    const saved = JSON.parse(await site.read('error-page.json'));
    expect(saved).toMatchObject({ lead: expect.stringMatching(/ Mine\.$/), homeLabel: 'Back' });
  });

  test('what is typed while a slow server writes is written next, and asks nothing', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    await expectWritten(page);
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    const typeBeforeAnswer = async (route: Route) => {
      // `route.fetch` does not send this header of the browser's, without which the editor saves nothing.
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      await introduction.fill('First, and second');
      await route.fulfill({ response });
    };
    // The page itself has a query; this is the request that saves.
    await page.route('**/editor', typeBeforeAnswer, { times: 1 });
    await introduction.fill('First');
    await expectSaved('First, and second');
    await expectWritten(page);
  });

  test('a click on a text in the preview goes to its field, in whichever form it is', async ({ page }) => {
    await page.goto(`${address}?form=home.json`);
    const title = page.getByRole('group', { name: card!.title }).getByLabel('Title');
    const question = page.getByRole('textbox', { name: 'Question' });
    for (const [text, field] of [
      [previewOf(page).getByRole('heading', { name: card!.title }), title],
      [previewOf(page).locator('#faqs summary', { hasText: faq.question }), question],
    ] as const)
      // Playwright's own click misses in the preview, which is scaled. Retried until the preview listens.
      await expect(async () => {
        await text.evaluate((element) => {
          element.scrollIntoView({ behavior: 'instant', block: 'center' });
          const { x, y } = element.getBoundingClientRect();
          const where = { clientX: x + 1, clientY: y + 1, bubbles: true };
          element.dispatchEvent(new MouseEvent('click', where));
        });
        await baseExpect(field).toBeFocused({ timeout: 3000 });
      }).toPass();
  });
});
