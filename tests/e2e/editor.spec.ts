import { spawn, type ChildProcess } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect as baseExpect, test, type Locator, type Page } from '@playwright/test';
import { forward, freePort, listen } from '../../tools/start/listen.ts';
import { EditedSite, ENVIRONMENT } from '../support/edited-site.ts';
import { git } from '../support/git.ts';
import { SLOW, holdRequests } from '../support/site.ts';
import * as words from '../support/words.ts';

// The development server compiles each page when it is first opened, which takes long on a busy machine.
const expect = baseExpect.configure({ timeout: 60_000 });
/** A question to which the preview has to scroll. */
const faq = words.FAQS[4]!;

const port = await freePort();
const address = `http://localhost:${port}/editor`;

let site: EditedSite;
/** The folder of the bare repository that the editor pushes to. */
let remote: string;
let server: ChildProcess;

test.beforeAll(async () => {
  site = EditedSite.create('editor');
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

const previewOf = (page: Page) => page.frameLocator('iframe');

/** Chooses a form, and waits until its preview is connected to the development server, which reloads it. */
async function choose(page: Page, form: string): Promise<void> {
  const before = page.url();
  const connected = page.waitForEvent('console', {
    // The preview of the form before may connect, too.
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

const expectSaved = (text: string) =>
  expect.poll(() => site.read('src/content/error-page.json')).toContain(text);

/** Looks at the editor alone: the site, which is in the frame, has tests of its own. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

const paste = (field: Locator, copied: string, type = 'text/html') =>
  field.evaluate(
    (element, [format, data]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(format!, data!);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    },
    [type, copied],
  );

/** An entry of a list as Word writes it. */
const entryOf = (level: number, text: string) =>
  `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>·</span>${text}</p>`;

/**
 * Runs in the page. Presses each button of the form's lists and groups, once all fields around it are typed into. Returns how many
 * it has pressed, and by which of them words were lost or came back.
 */
function pressEveryButton() {
  const form = document.querySelector('#fields')!;
  const fieldsIn = (part: ParentNode = form) => [...part.querySelectorAll('textarea')];
  const wordsBut = (removed: Element | false | null) =>
    fieldsIn()
      .filter((field) => !removed || !removed.contains(field))
      .map(({ value }) => value)
      .filter(Boolean)
      .toSorted()
      .join('\n');
  // Each press builds them anew.
  const places = [...form.querySelectorAll('button')]
    .filter(({ textContent }) => textContent !== 'Link to')
    .map(({ id }) => `[id="${id}"]`);
  const wrong: string[] = [];
  let count = 0;
  for (const place of places) {
    const button = form.querySelector<HTMLElement>(place);
    if (button?.localName !== 'button') continue; // Removed, or added, by one before.
    const group = button.closest('fieldset, details') ?? form;
    for (const field of fieldsIn(group)) {
      field.value = `Typed before ${count}: ${field.id}`;
      field.dispatchEvent(new Event('input'));
    }
    const entry = button.closest('.entry');
    const removed = button.textContent === '×' ? entry : button.textContent.startsWith('Remove') && group;
    const before = wordsBut(removed);
    button.click();
    if (wordsBut(false) !== before) wrong.push(place);
    count += 1;
  }
  return { count, wrong };
}

test.describe('in the editor,', SLOW, () => {
  // Each test goes on with the files of the one before; one of them builds the site, which can take minutes.
  test.describe.configure({ mode: 'serial', timeout: 300_000 });

  test('what is typed and pasted is written, and the preview shows it', async ({ page }) => {
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
    await expect(answer).toHaveValue(/, \*\*\*day\*\*\* and night:/);
    await page.getByRole('combobox', { name: 'Where the link leads' }).selectOption('Support packages');
    await page.getByRole('button', { name: 'Link to' }).click();
    await expect(answer).toHaveValue(/\(\/support-packages\)/);
    await expectWritten(page);
    await expect(previewOf(page).locator('#faqs .answer li', { hasText: 'two' })).toBeInViewport();

    await choose(page, 'Landing page');
    await openGroup(page, 'Services');
    await page.getByRole('textbox', { name: 'Description' }).first().fill('It answers at Ångström Street.');
    await page.getByRole('combobox', { name: 'Icon' }).first().selectOption('Timer');
    await expectWritten(page);
    await choose(page, 'Brand, addresses, prices');
    await openGroup(page, 'Prices and numbers');
    const days = page.getByLabel('Trial days');
    await days.click();
    await page.mouse.wheel(0, 100);
    await page.getByLabel('Setup fee').fill('$2,750');
    await expectWritten(page);
    await expect(days, 'scrolled past').toHaveValue(String(words.site.figures.trialDays));
  });

  test('changes are published, found on the site a fresh clone builds, and taken back', async ({ page }) => {
    const treeBefore = git(remote, 'rev-parse', 'main^{tree}');
    await page.goto(`${address}?form=site.json`);
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(dialog.getByRole('listitem'), 'answer, description, icon, price').toHaveCount(4);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Setup fee' })).toContainText(
      `Before: ${words.site.figures.setupFee} After: $2,750`,
    );
    await expectAccessible(page);
    const release = await holdRequests(page, '**/editor');
    await dialog.getByRole('button', { name: 'Publish now' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog, 'what is under way').toContainText('Publishing…');
    await page.keyboard.press('Escape');
    release();
    await expect(dialog, 'also if it was closed meanwhile').toContainText('Published.');

    const clone = new EditedSite('editor-clone');
    await rm(clone.dir, { recursive: true, force: true });
    git(site.dir, 'clone', '-q', remote, clone.dir);
    expect((await clone.build()).exitCode).toBe(0);
    const built = clone.read('dist/index.html');
    expect(built).toMatch(/href="https:\/\/example.com\/people".*>who calls/s);
    expect(built).toContain('at Ångström Street.');
    expect(clone.read('dist/outbound-voice-agents.html')).toContain('$2,750');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Take it back…' }).click();
    const takeBack = page.getByRole('dialog', { name: 'Take back' });
    await takeBack.getByRole('button', { name: 'Take back now' }).click();
    await expect(takeBack).toContainText('Taken back.');
    await page.keyboard.press('Escape');
    await openGroup(page, 'Prices and numbers');
    await expect(page.getByLabel('Setup fee')).toHaveValue(words.site.figures.setupFee);
    // Only the content is again as it was: the typefaces keep the characters that publishing added to them.
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
    expect(site.read('src/content/error-page.json')).toContain(words.errorPage.homeLabel);
    await label.fill('Back home');
    await page.keyboard.press('Control+s');
    const state = page.getByRole('status').first();
    expect(await state.textContent(), 'at once').toContain('Everything is kept: ');
    await expect(state).toHaveText('Everything is kept: All on the page');
    await page.route('**/editor', (route) => route.abort());
    await label.fill('Back');
    // With Caps Lock on, the key is S.
    const isCaught = await page.evaluate(
      () => !dispatchEvent(new KeyboardEvent('keydown', { key: 'S', ctrlKey: true, cancelable: true })),
    );
    expect(isCaught).toBe(true);
    await expect(page.getByText('The editor does not answer')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(state).toHaveText('Everything is kept: Not on the page yet');
    await page.unroute('**/editor');
    await expectWritten(page); // It tries again by itself.
    await expect(page.getByText('The editor does not answer')).toBeHidden();
    await label.fill('Back home');
    await expectWritten(page);
  });

  test('of a text changed in its file meanwhile, both are shown; others are written', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    await introduction.press('Control+End');
    site.edit('error-page.json', (text) =>
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
    // A click that brings the window to the front reads the files between press and release.
    await page.getByRole('button', { name: 'Keep mine' }).hover();
    await page.mouse.down();
    const isRead = page.waitForResponse('**/editor');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await isRead;
    await page.mouse.up();
    await expectWritten(page);
    const saved = JSON.parse(site.read('src/content/error-page.json'));
    expect(saved).toMatchObject({ lead: expect.stringMatching(/ Mine\.$/), homeLabel: 'Back' });
  });

  test('where somebody else has published another text, the form asks before anything is listed', async ({
    page,
  }) => {
    const others = new EditedSite('editor-others');
    await rm(others.dir, { recursive: true, force: true });
    git(site.dir, 'clone', '-q', remote, others.dir);
    others.edit('error-page.json', (text) =>
      text
        .replace(/"lead": ".*"/, '"lead": "Published by others."')
        .replace(/"description": ".*"/, '"description": "Left"'),
    );
    git(others.dir, 'commit', '-qam', 'Others');
    git(others.dir, 'push', '-q');
    await page.goto(`${address}?form=error-page.json`);
    await page.getByLabel('Introduction').fill('Published by me.');
    await expectWritten(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Close this, and choose in the form');
    await expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alert').filter({ hasText: 'Published by others.' });
    await expect(question).toBeInViewport();
    await expect(page.getByRole('status').first()).toHaveText('Waits for your choice');
    // Typing elsewhere neither scrolls away nor answers.
    const label = page.getByLabel('Link to the landing page');
    await label.fill('Home again');
    await expectSaved('Home again');
    await expect(label).toBeInViewport();
    await page.getByRole('textbox', { name: 'Introduction' }).fill('Published by me, soon.');
    await expect(question, 'as it is by now').toContainText('Mine: Published by me, soon.');
    await page.getByRole('button', { name: 'Keep mine: Unknown addresses › Introduction' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Published by me, soon.' })).toContainText(
      'Before: Published by others.',
    );
    await expect(dialog.getByRole('listitem').filter({ hasText: 'After: Left' })).toContainText('Summary');
    await page.route('**/editor', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog, 'nobody knows').toContainText('Perhaps it has arrived');
    await page.unroute('**/editor');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Publish' }), 'the choice is gone').toBeFocused();
    await expect(page.getByLabel('Summary'), 'their other change').toHaveValue('Left');
    await expect(question).toHaveCount(0);
  });

  test('a question whose file was renamed is named, and one too many can be removed', async ({ page }) => {
    await page.goto(`${address}?form=${faq.file}`);
    await openGroup(page, faq.question);
    const folder = join(site.dir, 'src/content');
    await rename(join(folder, faq.file), join(folder, 'faqs/renamed.md'));
    await page.getByRole('textbox', { name: 'Answer' }).fill('Kept.');
    const name = `Keep mine: Questions and answers › “${faq.question.slice(0, 20)}`;
    await page.getByRole('button', { name }).click();
    const problems = page.getByRole('list', { name: 'What does not fit' });
    await expect(problems).toContainText('Questions and answers has 7 entries and needs exactly 6: remove 1');
    await openGroup(page, `${faq.order}. ${faq.question}`);
    await page.route('**/editor', (route) => route.abort());
    await page.getByRole('button', { name: `Remove: ${faq.order}.` }).click();
    const remove = page.getByRole('button', { name: 'Remove: ', includeHidden: true });
    await expect(remove, 'no more than one, also where the server is slow').toHaveCount(0);
    await page.unroute('**/editor');
    await expectWritten(page);
    expect(site.read(`src/content/${faq.file}`)).toContain('Kept.');
  });

  test('in a codespace, whose proxy changes Origin and Host, what is typed is written', async ({ page }) => {
    const proxy = createServer((incoming, outgoing) => {
      // https://github.com/symfony/demo/issues/1542
      if (incoming.headers.origin) incoming.headers.origin = `https://localhost:${port}`;
      incoming.headers['x-forwarded-host'] = 'a-name-4321.app.github.dev';
      forward(incoming, outgoing, `http://localhost:${port}`);
    });
    const listening = await listen(proxy, 0);
    await page.goto(`${listening.url}/editor?form=error-page.json`);
    await page.getByLabel('Introduction').fill('Written in a codespace.');
    await expectSaved('Written in a codespace.');
    await expectWritten(page);
    await listening.close();
  });

  test('of what is pasted from a word processor, what is part of the text stays', async ({ page }) => {
    await page.goto(`${address}?form=${faq.file}`);
    await openGroup(page, faq.question);
    for (const [html, text, lost, label = 'Answer'] of [
      [`<p>We <b style='mso-bidi-font-weight:normal'>never</b> sleep.</p>`, 'We **never** sleep.'],
      [entryOf(1, 'one') + entryOf(2, 'two'), '- one\n- two', ': a list within a list.'],
      ['<ul><li>one</li><ul><li>two</li></ul></ul>', '- one\n- two', ': a list within a list.'],
      [
        `<p>It costs <del cite="mailto:Kim"><b>$900</b></del><ins>$500</ins><a style='mso-comment-reference:K_1'> a month</a><span class=MsoCommentReference><a href="#_msocom_1">[K1]</a></span>.</p><div style='mso-element:comment-list'><p>Really?</p></div>`,
        'It costs $500 a month.',
        ': a comment, deleted words.',
      ],
      ['<p><i>Hel</i><i>lo</i>, un<i>believ</i>able!</p>', '*Hello*, un*believ*able!'],
      ['<p>Is it <del>$900</del>$500?</p><p>Yes</p>', 'Is it $500? Yes', ': deleted words.', 'Question'],
      [
        `<p>Now <span style="text-decoration:line-through">$900</span><s>$700</s>$500<span style='display:none;mso-hide:all'> net</span><a style='mso-footnote-id:ftn1' href="#_ftn1"><sup>[1]</sup></a></p><div style='mso-element:footnote-list'><p>Not on Sundays</p></div>`,
        'Now $500',
        ': a footnote, struck-out words, hidden words.',
      ],
      [
        '<p>Now<sup><a href="#cmnt1">[a]</a></sup> free<sup><a href="#ftnt1">[1]</a></sup></p><p><a href="#ftnt_ref1">[1]</a><span> Not on Sundays</span></p><div><p><a href="#cmnt_ref1">[a]</a>Really?</p></div>',
        'Now free',
        ': a comment, a footnote.',
      ],
      [
        '<p>10<span style="vertical-align:super">2</span> calls, <a href="https://example.com/"><span style="text-decoration:underline">here</span></a></p>',
        '102 calls, [here](https://example.com/)',
        ': underlined or raised letters.',
      ],
      [
        '<p>See <a href="https://example.com/"><span style="text-decoration:underline">here</span></a></p>',
        'See [here](https://example.com/)',
      ],
      ['<p>Is it <b>free</b>?</p>', 'Is it free?', ': bold.', 'Question'],
    ] as [html: string, text: string, lost?: string, label?: string][]) {
      const field = page.getByRole('textbox', { name: label });
      await field.fill('');
      await paste(field, html);
      await expect(field).toHaveValue(text);
      await expect(field.locator('..')).toContainText(lost ? `Not taken over${lost}` : label);
    }
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill(faq.question);
    await paste(question, ' And\r\nmore?\n', 'text/plain');
    await expect(question).toHaveValue(`${faq.question} And more?`);
    await question.press('Control+z');
    await expect(question, 'one Undo takes it back').toHaveValue(faq.question);
  });

  test('what is typed in an entry of a list stays once it is written, whichever button of the list is pressed next', async ({
    page,
  }) => {
    await page.goto(`${address}?form=site.json`);
    await openGroup(page, 'Menu');
    const list = page.locator('[id="site.json/menu/items"]');
    const fields = list.getByRole('textbox');
    const last = await fields.count();
    // What each button does to the first entry: the place where that is afterwards, counted from 0.
    const places: [button: RegExp, place: number][] = [
      [/^Move down: 1\./, 1],
      [/^Move up: 2\./, 1],
      [new RegExp(`^Move up: ${last}\\.`), 0],
      [new RegExp(`^Remove: ${last}\\.`), 0],
    ];
    for (const [button, place] of places) {
      const typed = `Typed ${button.source.slice(1, 8)}`;
      await fields.first().fill(typed);
      await expectWritten(page);
      await list.getByRole('button', { name: button }).click();
      await expect(fields.nth(place)).toHaveValue(typed);
      await expectWritten(page);
      expect(site.read('src/content/site.json')).toContain(typed);
    }
  });

  test('what is typed in any form stays, whichever button is pressed at once, but for what that removes', async ({
    page,
  }) => {
    await page.goto(address);
    await expectWritten(page);
    const links = page.getByRole('navigation', { name: 'Forms' }).getByRole('link');
    const forms = await links.evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
    // Each form opens without what was typed into the one before, which the browser has kept.
    await page.addInitScript(() => localStorage.clear());
    let pressed = 0;
    for (const form of forms) {
      await page.goto(address + form);
      await expectWritten(page);
      await page.route('**/editor', (route) => route.abort()); // Nothing is written.
      const { count, wrong } = await page.evaluate(pressEveryButton);
      expect(wrong, form).toEqual([]);
      pressed += count;
      await page.goto('about:blank');
      await page.unroute('**/editor');
    }
    expect(pressed).toBeGreaterThan(100);
  });

  test('Tab reaches every control in order; the focus stays at a list from which an entry goes; its fields are wide on a phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${address}?form=home.json`);
    await expectWritten(page);
    await page
      .locator('summary')
      .evaluateAll((all: HTMLElement[]) => all.forEach((summary) => summary.click()));
    const widths = await page
      .locator('#fields textarea')
      .evaluateAll((all: HTMLElement[]) => all.map(({ offsetWidth }) => offsetWidth));
    expect(Math.min(...widths)).toBeGreaterThan(160);
    const controls = page.locator('#fields').locator('summary, button, input, select, textarea');
    const ids = await controls.evaluateAll((all) => all.map(({ id }) => id));
    await page.getByRole('button', { name: 'Publish' }).focus();
    for (const id of ids) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement!.id);
      expect(focused).toBe(id);
    }

    await page.route('**/editor', (route) => route.abort()); // Nothing is written.
    const lines = page.locator('[id="home.json/calls/items/0/lines"]');
    const last = await lines.getByRole('button', { name: 'Remove' }).count();
    await lines.getByRole('button', { name: `Remove: ${last}.` }).press('Enter');
    await expect(lines.getByRole('button', { name: `Remove: ${last - 1}.` })).toBeFocused();
    await lines.getByRole('button', { name: 'Add one' }).press('Enter');
    await page.keyboard.press('Tab');
    await expect(lines.getByRole('textbox', { name: 'Who' }).last()).toBeFocused();
    await page.evaluate(() => localStorage.clear());
  });

  test('no other page frames the editor, and it refuses a body that is far too large', async ({
    request,
  }) => {
    const head = await request.head(address);
    expect(head.headers()).toMatchObject({ 'content-security-policy': "frame-ancestors 'none'" });
    const data = 'x'.repeat(5_000_000);
    expect((await request.put(address, { data })).status()).toBe(413);
  });

  test('what is typed while a slow server writes is written next, and asks nothing', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    await expectWritten(page);
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    // The page itself has a query; this is the request that saves.
    const release = await holdRequests(page, '**/editor');
    const saving = page.waitForRequest('**/editor');
    await introduction.fill('First');
    await saving;
    await introduction.fill('First, and second');
    release();
    await expectSaved('First, and second');
    await expectWritten(page);
  });

  test('words whose answer was lost are nobody else’s, and words that were far too many are in no one’s way', async ({
    page,
  }) => {
    await page.goto(`${address}?form=error-page.json`);
    await expectWritten(page);
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    const failure = page.locator('#failure');
    // A screen reader reads each of these aloud.
    await failure.evaluate((place: HTMLElement) => {
      const observer = new MutationObserver(() => (place.title += 'Said. '));
      observer.observe(place, { childList: true });
    });
    let count = 0;
    await page.route('**/editor', async (route) => {
      count += 1;
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      if (count === 1) await route.fetch({ headers });
      await route.abort();
    });
    for (const text of ['It arrives', '2', '3', '4', '5', '6', '7']) {
      const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
      await introduction.fill(text);
      await tried;
    }
    await expectSaved('It arrives');
    await expect(failure).toContainText('The editor does not answer');
    expect(await failure.getAttribute('title')).toBe('Said. ');
    await page.unroute('**/editor');
    await introduction.fill('Online again');
    await expectSaved('Online again');
    await expectWritten(page);

    await introduction.evaluate((field: HTMLTextAreaElement) => {
      field.value = 'x'.repeat(5_000_000);
      field.dispatchEvent(new InputEvent('input'));
    });
    await expect(failure).toContainText('much longer than the editor takes');
    await introduction.fill('Short again');
    await expectSaved('Short again');
    await expect(failure).toHaveText('');
  });

  test('what is not in the files yet is kept, from each tab, until it is', async ({ page, context }) => {
    const open = async (tab: Page) => {
      await tab.goto(`${address}?form=error-page.json`);
      await expect(tab.getByRole('status').first()).not.toHaveText('Opening the forms…');
      return tab.getByLabel('Link to the landing page');
    };
    const [other, next, later] = await Promise.all([1, 2, 3].map(() => context.newPage()));
    const label = await open(page);
    await open(other!);
    // The server is gone, and both tabs are closed at once.
    await context.route('**/editor', (route) => route.abort());
    await label.fill('Much too long for the link that leads back home');
    await page.getByLabel('Introduction').fill('Last words');
    await other!.getByLabel('Status').fill('Gone again');
    await Promise.all([page.close(), other!.close()]);
    await context.unroute('**/editor');
    const restored = await open(next!);
    await expect(restored).toHaveAccessibleDescription(/takes at most 40/);
    for (const text of ['Last words', 'Gone again']) await expectSaved(text);

    await (await open(later!)).fill('Home again');
    await expectSaved('Home again');
    // Back shows a document as it was left: what was typed since counts.
    await next!.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(restored).toHaveValue('Home again');
    expect(await next!.evaluate(() => Object.keys(localStorage)), 'nothing is left').toEqual([]);
  });

  test('what is typed while a file is broken is written once that is mended', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    await expectWritten(page);
    site.edit('site.json', (text) => `${text}}`);
    await page.getByLabel('Introduction').fill('Typed meanwhile');
    const failure = page.getByRole('main').getByText('site.json, line');
    await expect(failure).toBeVisible();
    await page.reload();
    await expect(failure).toBeVisible();
    await expect(page.getByRole('status').first()).toHaveText('The forms could not be opened');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog')).toContainText('Nothing is lost');
    await page.keyboard.press('Escape');
    site.edit('site.json', (text) => text.slice(0, -1));
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectSaved('Typed meanwhile');
  });

  test('where the browser keeps nothing, the editor asks before it is left', async ({ page }) => {
    await page.addInitScript(() => {
      for (const blocked of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, blocked, { get: () => JSON.parse('This throws.') });
    });
    await page.goto(`${address}?form=error-page.json`);
    await expect(page.getByText('This browser keeps nothing for this page')).toBeVisible();
    await page.route('**/editor', (route) => route.abort());
    await page.getByLabel('Introduction').fill('Lost?');
    const asked = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
    await page.close({ runBeforeUnload: true });
    await (await asked).accept();
  });

  test('a field of one line takes typing as any other, whatever changes elsewhere', async ({ page }) => {
    await page.goto(`${address}?form=error-page.json`);
    await expectWritten(page);
    const introduction = page.getByLabel('Introduction');
    await introduction.fill('One');
    await introduction.pressSequentially(' two three');
    await expectSaved('One two three');
    await introduction.press('Enter');
    await introduction.press('Control+z');
    await expect(introduction, 'Enter did nothing; Undo took back what was typed').toHaveValue('One');
    await introduction.press('ArrowLeft');
    site.edit('error-page.json', (text) => text.replace(/(?<="homeLabel": ").*(?=")/, 'Elsewhere'));
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByLabel('Link to the landing page')).toHaveValue('Elsewhere');
    await page.keyboard.type('x');
    await expect(introduction).toHaveValue('Onxe');
  });
});
