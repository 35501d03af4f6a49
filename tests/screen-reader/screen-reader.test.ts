/** `npm run test:screen-reader`: what Orca says on the main journeys through the site in Firefox. */
/* oxlint-disable vitest/expect-expect -- `press`, `type` and `read` expect what is heard */
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CONSTANTS } from '../../tools/specification.ts';
import { TEXT_FIELD_NAMES, type TextFieldName } from '../../src/demo-request/fields.ts';
import { which } from '../support/browser.ts';
import { completeRequest } from '../support/rows.ts';
import { FIELD_LABELS, demo, home, site } from '../support/words.ts';
import { startListener, type Listener } from './listener.ts';

const COMMANDS = ['firefox-esr', 'xvfb-run', 'dbus-run-session', 'openbox', 'xdotool'];
/** Each version of Orca words its speech differently: this is Debian 12's. */
const ORCA_VERSION = '43.';

const missing = COMMANDS.filter((command) => !which(command));
const version = which('orca') && spawnSync('orca', ['--version'], { encoding: 'utf8' }).stdout;
if (!version?.startsWith(ORCA_VERSION)) missing.push(`orca ${ORCA_VERSION}x`);
if (missing.length > 0) console.warn(`NOTHING IS HEARD: this machine lacks ${missing.join(', ')}.`);

const SPLASH_MS = CONSTANTS.SPLASH_FADE_START_MS + CONSTANTS.SPLASH_FADE_MS;
/** `read` gives up after so many lines: more than any journey reads. */
const MAX_LINES = 60;

/** What is heard as one text: where Orca ends an utterance depends on the width of the window. */
const asText = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ').trim();

describe.skipIf(missing.length > 0)('a listener', () => {
  let listener: Listener;
  beforeAll(async () => {
    // In CI, the start has a second try, as each test has.
    listener = await startListener().catch((error: unknown) => {
      if (!process.env['CI']) throw error;
      return startListener();
    });
  });
  afterAll(() => listener?.stop());
  afterEach(async () => {
    await listener.press('ctrl+w');
    // What is heard of the closing tab belongs to no test.
    await listener.hear(() => true);
  });

  async function hears(...expected: string[]): Promise<void> {
    const heard = await listener.hear((lines) => asText(lines) === asText(expected));
    expect(asText(heard)).toBe(asText(expected));
  }

  /** Keys of Orca's own: h, r, e for the next heading, radio button, entry; Insert+a for browse or focus mode. */
  async function press(key: string, ...expected: string[]): Promise<void> {
    await listener.press(key);
    await hears(...expected);
  }

  async function type(text: string, ...expected: string[]): Promise<void> {
    await listener.type(text);
    await hears(...expected);
  }

  /** Opens a path of the site in a new tab: its title is heard, and no splash. */
  async function arrive(path: string, title: string): Promise<void> {
    listener.open(path);
    const arrival = await listener.hear((heard) => heard.includes(`Finished loading ${title}.`), {
      silenceMs: 20_000,
    });
    expect(arrival).toContain(`Finished loading ${title}.`);
    expect(await listener.hear(() => true, { quietMs: SPLASH_MS })).toEqual([]);
  }

  /** Reads on, line by line, until the last of these texts is heard; expects them in this order. Returns all it hears. */
  async function read(...expected: string[]): Promise<string> {
    let text = '';
    for (let line = 0; line < MAX_LINES && !text.includes(asText(expected.slice(-1))); line += 1) {
      await listener.press('Down');
      // A single line takes less time than usual; an empty one is silent.
      const heard = await listener.hear((all) => all.length > 0, { quietMs: 400, silenceMs: 2_000 });
      text = asText([text, ...heard]);
    }
    expect(text).toMatch(new RegExp(expected.map((part) => RegExp.escape(asText([part]))).join('.*')));
    return text;
  }

  const [first] = TEXT_FIELD_NAMES;
  const { fields, consent, submit, banner } = demo.form;

  /** A text field as it is heard on arriving at it. */
  const entry = (name: TextFieldName, state = fields[name].placeholder ?? '') =>
    `${FIELD_LABELS[name]} entry ${state} required.`;
  const hintOf = (name: TextFieldName) => (fields[name].hint ? `${fields[name].hint}.` : '');

  test('arrives on the landing page, and reads on from its heading', async () => {
    await arrive('/', home.title);
    await press('h', `${home.hero.heading} heading level 1.`);
    await read(home.hero.lead, `${home.hero.demoLabel} link.`);
    await press('Down', `${site.buttonHints.demoHint}.`);
    await press('Down', `${home.hero.bookLabel} ${site.newTabHint} link.`);
  });

  test('opens, walks and closes the menu, and follows it to a section, where reading goes on', async () => {
    await arrive('/', home.title);
    await press('Tab', `${site.skipLink} link.`);
    await press('Tab', `${site.brand} ${site.header.hiddenLabel} link.`);
    await press(
      'Tab',
      `navigation ${site.menu.label} ${site.menu.open} collapsed push button.`,
      'Focus mode',
    );
    await press('Return', 'expanded');
    await press('Tab', `${site.menu.items[0]!.label} link.`, 'Browse mode');
    for (const { label } of site.menu.items.slice(1)) await press('Tab', `${label} link.`);
    await press('Tab', `${site.menu.bookLabel} ${site.newTabHint} link.`);
    await press('Escape', 'collapsed');
    await press('Return', 'expanded');
    const services = site.menu.items.findIndex(({ link }) => link === '/#services');
    for (const { label } of site.menu.items.slice(0, services + 1)) await press('Tab', `${label} link.`);
    // After the section, the state of the menu's button: Firefox never reports that an element has lost the focus, so that
    // Orca believes the button still has it.
    await press('Return', `${home.services.heading} region.`, 'collapsed');
    await press('h', `${home.services.heading} heading level 2.`);
    await press('h', `${home.services.items[0]!.title} heading level 3.`);
  });

  test('chooses a caller, and reads the chosen call and its job alone', async () => {
    const [one, other] = home.calls.items;
    await arrive('/', home.title);
    for (const [key, call, nextMode] of [
      ['r', one!, 'Focus mode'],
      ['Down', other!, 'Browse mode'],
    ] as const) {
      await press(key, `${call.time} ${call.choice}.`, 'selected radio button', `${call.outcome}.`);
      await press('Insert+a', nextMode);
    }
    const { job, lines, outcome } = other!;
    const said = await read(
      'leaving panel.',
      other!.recording ? `${site.recording.play} ${other!.time}, ${other!.choice}` : '',
      other!.recording ? 'push button.' : '',
      other!.recording ? site.recording.note : '',
      `List with ${lines.length} items.`,
      ...lines.map(({ text }) => text),
      'leaving list.',
      `${job.label}. ${outcome}.`,
      `Description list with ${job.fields.length} terms.`,
      ...job.fields.map(({ name, value }) => `${name} description term. ${value} description value.`),
    );
    expect(said).not.toContain(one!.lines.at(-1)!.text);
  });

  test('reads the page with the form, from its heading to the consent', async () => {
    await arrive('/request-demo', demo.title);
    await press('h', `${demo.hero.heading} heading level 1.`);
    await read(
      demo.hero.lead,
      `List with ${demo.tiles.length} items.`,
      ...demo.tiles.map(({ title, text }) => `${title} heading level 2. ${text}`),
      ...demo.offer.points.map((point) => `${point}.`),
      `form ${demo.form.heading} ${demo.form.heading} heading level 2.`,
      ...TEXT_FIELD_NAMES.flatMap((name) => [
        `${FIELD_LABELS[name]}. ${hintOf(name)}`,
        `entry ${fields[name].placeholder ?? ''} required.`,
      ]),
      `${consent} check box not checked required.`,
    );
  });

  test('fills in the form: an error is heard with its field, and a failure and the confirmation once', async () => {
    await arrive('/request-demo', demo.title);
    await press('e', entry(first!));
    await press('Insert+a', 'Focus mode');
    for (const name of TEXT_FIELD_NAMES.slice(1)) await press('Tab', entry(name), hintOf(name));
    await press('Tab', `${consent} check box not checked required.`, 'Browse mode');
    await press('Tab', `${submit} push button.`, demo.callingHours!);

    // The consent is missing, too.
    const missingFields = TEXT_FIELD_NAMES.length + 1;
    await press(
      'Return',
      entry(first!),
      'invalid entry.',
      `${fields[first!].required} ${demo.form.remaining} ${missingFields}.`,
      'Focus mode',
    );
    for (const [index, name] of TEXT_FIELD_NAMES.entries()) {
      const description = [fields[name].required, fields[name].hint ?? ''];
      // It is heard twice where there is a hint: Firefox reports that the description has changed since Orca read it.
      if (index > 0)
        await press(
          'Tab',
          entry(name),
          'invalid entry.',
          `${asText(description)}.`,
          ...(fields[name].hint ? description : []),
        );
      await type(completeRequest[name]);
    }
    await press(
      'Tab',
      `${consent} check box not checked required.`,
      'invalid entry.',
      `${demo.form.consentRequired}.`,
      'Browse mode',
    );
    await press('space', 'checked');
    await press('Tab', `${submit} push button.`, demo.callingHours!);

    const breakOff = listener.network.hold();
    await press('Return', demo.form.submitting);
    breakOff('breaks off');
    await hears(
      banner,
      `${demo.notices.bookLabel} ${site.newTabHint} link.`,
      `${demo.notices.emailLabel} link.`,
    );
    await press('shift+Tab', `${consent} check box checked required.`);
    await press('Tab', `${submit} push button.`, demo.callingHours!);

    const release = listener.network.hold();
    await press('Return', demo.form.submitting);
    release('arrives');
    await hears('main content', `${demo.confirmation.heading} heading level 1.`);
    await read(demo.confirmation.text);
  });
});
