import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { ADDRESSES, PORTS } from '../support/addresses.ts';
import { EditedSite } from '../support/edited-site.ts';
import { SLOW } from '../support/site.ts';
import * as words from '../support/words.ts';

const [first, second] = words.inbound.useCases.items;
const faq = words.FAQS[1]!;

/** Every content file by its name, with its text. */
function filesOf({ dir }: EditedSite): Map<string, string> {
  const content = join(dir, 'src/content');
  const names = globSync('**/*.{json,md}', { cwd: content }).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(content, name), 'utf8')]));
}

/** Opens a form, and waits until the page beside it is connected to the development server, which reloads it. */
async function choose(page: Page, form: string): Promise<void> {
  const before = page.url();
  const connected = page.waitForEvent('console', {
    // Not the page of the form before, which reloads after a save.
    predicate: (message) => message.text() === '[vite] connected.' && page.url() !== before,
  });
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('button', { name: form }).click();
  await connected;
}

/** Unfolds a group of the form. */
const unfold = (page: Page, name: string) =>
  page.getByRole('main').locator('summary').filter({ hasText: name }).click();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Saved');
}

test('an editor changes an answer, a use case, a price and an address alone', SLOW, async ({ page }) => {
  // The development server compiles every page when it is first opened: two minutes, where both cores are busy.
  test.setTimeout(300_000);
  const site = await EditedSite.create('editor');
  const before = filesOf(site);
  await using _ = await site.openEditor(PORTS.editor);
  await page.goto(ADDRESSES.editor);
  const shown = page.frameLocator('iframe');

  await choose(page, 'Questions and answers');
  await unfold(page, faq.question);
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.press('End');
  await answer.press('Control+End');
  await answer.pressSequentially(' It asks ');
  page.once('dialog', (dialog) => void dialog.accept('https://example.com/people'));
  await page.getByRole('button', { name: 'Link' }).click();
  await answer.pressSequentially(' first.');
  await page.getByRole('button', { name: 'Bold' }).click();
  await expect(answer).toHaveValue(/\*\*bold\*\*$/);
  await answer.press('Control+z');
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations).toEqual([]);
  await save(page);
  const link = shown.locator('#faqs a[href="https://example.com/people"]');
  await expect(link).toHaveAttribute('rel', 'noopener');
  await expect(link).toHaveText(`words ${words.site.newTabHint}`);

  await choose(page, 'Inbound voice agents');
  await unfold(page, 'Use cases');
  await page.getByRole('button', { name: new RegExp(`Move down: .*${first!.title}`) }).press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`Move down: .*${first!.title}`) })).toBeFocused();
  const firstCase = shown.locator('.use-case-title').first();
  await expect(firstCase).toContainText(first!.title);
  await save(page);
  await expect(firstCase).toContainText(second!.title);

  await choose(page, 'Brand, addresses, prices');
  await unfold(page, 'Figures');
  await page.getByLabel('Setup fee').fill('$2,750');
  await page.getByLabel('Booking page').fill('not an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Booking page')).toBeFocused();
  await expect(page.getByLabel('Booking page')).toHaveAccessibleDescription(/Must be a full web address/);
  await page.getByLabel('Booking page').fill('https://calendar.example.com/half-an-hour');
  await save(page);
  await choose(page, 'Outbound voice agents');
  const note = words.outbound.pricing.note!.replace(words.site.figures.setupFee, '$2,750');
  await expect(shown.getByText(note)).toBeAttached();
  await expect(shown.locator('.hero a[href="https://calendar.example.com/half-an-hour"]')).toBeAttached();
  // The page may be loading once more after the last save.
  await expect(async () =>
    expect(await shown.locator('body').evaluate(() => innerWidth)).toBe(1280),
  ).toPass();

  // What is typed while a save is under way stays.
  await choose(page, 'Unknown addresses');
  const lead = page.getByLabel('Lead');
  // The preview's document has no body while it is loading: the form works nevertheless.
  await shown.getByRole('heading', { level: 1 }).waitFor();
  await shown.locator('body').evaluate((body) => body.remove());
  const saving = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/editor/forms/error-page.json', async (route) => {
    if (route.request().method() === 'PUT') {
      saves += 1;
      await saving.promise;
    }
    await route.continue();
  });
  await lead.fill('Nobody');
  await lead.press('Control+s');
  await expect(page.getByRole('status')).toHaveText('Saving…');
  await lead.press('Control+s');
  await lead.pressSequentially(' home.');
  expect(saves).toBe(1);
  saving.resolve();
  await expect(page.getByRole('status')).toHaveText('Not saved yet');
  await expect(lead).toHaveValue('Nobody home.');

  // A save does not overwrite what another program has written into the file.
  await site.edit('error-page.json', (text) =>
    text.replace(words.errorPage.homeLabel, 'Back home').replace('{\n', '{\n  "leed": "Typed wrongly.",\n'),
  );
  await lead.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('The file was changed elsewhere');
  await expect(lead).toHaveValue('Nobody home.');
  await page.getByRole('button', { name: 'Discard my changes and load the file' }).click();
  await expect(page.getByLabel('Home label')).toHaveValue('Back home');
  await expect(page.getByRole('alert')).toBeHidden();

  // A field that does not exist is in no form: it is removed from the message that names it.
  await lead.fill('Nobody is here.');
  await lead.press('Control+s');
  const errors = page.getByRole('list', { name: 'Errors' });
  await expect(errors).toContainText('Leed is not a field that exists here. Did you mean "lead"?');
  await errors.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('status')).toHaveText('Not saved yet');
  await save(page);

  // A response that was requested before a save and arrives after it does not replace the saved form.
  const asked = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  await page.route(
    '**/editor/forms/error-page.json',
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await saved.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const late = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/forms/error-page.json'),
  );
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await asked.promise;
  await lead.fill('Nobody at home.');
  await save(page);
  saved.resolve();
  await (await late).finished();
  await lead.fill('Nobody is home.');
  await save(page);

  const expected = new Map(before);
  const change = (name: string, edit: (text: string) => string) =>
    expected.set(name, edit(before.get(name) ?? ''));
  change(faq.file, (text) => text.replace(/\n$/, ' It asks [words](https://example.com/people) first.\n'));
  change('site.json', (text) =>
    text
      .replace(JSON.stringify(words.site.figures.setupFee), '"$2,750"')
      .replace(words.site.bookingPage, 'https://calendar.example.com/half-an-hour'),
  );
  change('error-page.json', (text) =>
    text.replace(/"lead": ".*"/, '"lead": "Nobody is home."').replace(words.errorPage.homeLabel, 'Back home'),
  );
  change('agents/inbound-voice-agents.json', (text) =>
    text.replace(new RegExp(`( {6}\\{[^}]*"${first!.title}"[^}]*\\}),\n( {6}\\{[^}]*\\})`), '$2,\n$1'),
  );
  expect(filesOf(site)).toEqual(expected);
});
