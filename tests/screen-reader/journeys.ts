/**
 * Journeys as text: what a listener does, in a line that begins with `>`; indented below it what has to be heard then, all
 * of it and nothing else; `{demo.hero.lead}` is a text of the content, by its path in what `tests/support/words.ts`
 * exports. Lines that are not indented are for readers.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SPLASH_FADE_MS, SPLASH_FADE_START_MS } from '../../src/constants.ts';
import * as content from '../support/words.ts';
import type { Listener } from './listener.ts';

interface Step {
  readonly action: string;
  readonly expected: readonly string[];
  /** For readers, about the steps that follow. */
  readonly remark: string;
}

const FOLDER = fileURLToPath(new URL('journeys/', import.meta.url));
const INDENT = '    ';

/** Reading ends after so many lines, or when so many keys in a row cause no speech: the end of the page. */
const MOST_LINES = 60;
const MOST_SILENT_KEYS = 3;

const SPLASH_MS = SPLASH_FADE_START_MS + SPLASH_FADE_MS;

/** The path of a journey's file. */
export const fileOf = (name: string): string => `${FOLDER}${name}.txt`;

/** The journeys, in order. */
export const journeyNames = readdirSync(FOLDER)
  .map((file) => file.replace(/\.txt$/, ''))
  .toSorted();

const isHeard = (line: string) => line.startsWith(INDENT);

function parse(text: string): { opening: string; steps: Step[] } {
  const [opening = '', ...steps] = text.split(/^> /m);
  return {
    opening,
    steps: steps.map((step) => {
      const [action = '', ...lines] = step.split('\n');
      return {
        action,
        expected: lines.filter(isHeard).map((line) => line.trim()),
        remark: lines.filter((line) => line && !isHeard(line)).join('\n'),
      };
    }),
  };
}

/** As one text: where Orca ends an utterance depends on the width of the window. */
const asText = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ');

/** With the texts of the content in the place of their paths. */
const withContent = (line: string) =>
  line.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const text = path.split('.').reduce<any>((part, name) => part?.[name], content);
    if (text === undefined) throw new Error(`The content has no ${path}.`);
    return String(text);
  });

/** Whether all was heard that was expected, and nothing else. */
const isExpected = (heard: readonly string[], expected: readonly string[]) =>
  asText(heard) === withContent(asText(expected));

/** What a listener can do, by the first word of an action. */
const ACTIONS: Readonly<Record<string, (listener: Listener, words: string) => Promise<void>>> = {
  go: async ({ open }, path) => open(path),
  press: ({ press }, key) => press(key),
  type: ({ type }, text) => type(text),
  /** The network between the form and its back end. */
  network: async ({ network }, does) => {
    if (does === 'passes') network.lift('api');
    else network.command('api', { fault: { does: does === 'holds' ? 'hold' : 'reset' } });
  },
};

/** Reads on line by line until the text is heard. */
async function read({ press, hear }: Listener, last: string): Promise<string[]> {
  const heard: string[] = [];
  let silent = 0;
  for (let lines = 0; lines < MOST_LINES && silent < MOST_SILENT_KEYS; lines += 1) {
    await press('Down');
    const line = await hear((all) => all.length > 0, { quietMs: 400, timeoutMs: 2_000 });
    heard.push(...line);
    if (asText(heard).includes(withContent(last))) break;
    silent = line.length > 0 ? 0 : silent + 1;
  }
  return heard;
}

const isTitle = (line: string) => line.startsWith('Finished loading ');

/** Does what a step says, and returns all that is heard then. */
async function follow(listener: Listener, { action, expected }: Step): Promise<string[]> {
  const [verb = '', ...rest] = action.split(' ');
  if (verb === 'read') return read(listener, rest.slice(1).join(' '));
  const act = ACTIONS[verb];
  if (!act) throw new Error(`Nobody can do this: ${action}`);
  await act(listener, rest.join(' '));
  if (verb !== 'go') return listener.hear((heard) => isExpected(heard, expected));
  const arrival = await listener.hear((heard) => heard.some(isTitle));
  // Left out: texts of Firefox's own window before the title, and what Orca reads of the page at once after the title,
  // which depends on how far the page is laid out.
  return [...arrival.filter(isTitle).slice(-1), ...(await listener.hear(() => true, { quietMs: SPLASH_MS }))];
}

/** Runs a journey to its end. Returns its text with what is heard in the place of what was expected. */
export async function take(listener: Listener, name: string): Promise<string> {
  const { opening, steps } = parse(readFileSync(fileOf(name), 'utf8'));
  const text = [opening];
  try {
    for (const step of steps) {
      const heard = await follow(listener, step);
      const lines = isExpected(heard, step.expected) ? step.expected : heard;
      text.push(`> ${step.action}\n`, ...lines.map((line) => `${INDENT}${line}\n`));
      if (step.remark) text.push(`\n${step.remark}\n\n`);
    }
    return text.join('');
  } finally {
    listener.network.lift('api');
    await listener.closeTab();
  }
}
