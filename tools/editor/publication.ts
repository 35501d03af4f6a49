/** The dialog that shows what would be published, and what came of it. */
import { button, byId, h, request } from './browser.ts';
import { keyOf, type Answers, type Conflict } from './merge.ts';
import { asText } from './names.ts';
import type { Publication, PublishRequest } from './publish.ts';

const HELD_BACK = 'Not included, as it does not fit yet or waits for your choice in the form';
const NEWS = 'Your form has taken this over from what is published:';
const NOTHING_LOST = 'Nothing is lost: what you typed is kept.';
const PERHAPS = 'Perhaps it has arrived all the same: press Publish again, which shows what still differs.';
/** What the two texts of a conflict are called, and the buttons that choose them. */
const SIDES = {
  publish: {
    mine: { name: 'Mine', choose: 'Keep mine' },
    theirs: { name: 'Theirs', choose: 'Take theirs' },
  },
  takeBack: {
    mine: { name: 'Before', choose: 'Take back' },
    theirs: { name: 'Now', choose: 'Leave as it is' },
  },
} as const;

const dialog = document.querySelector('dialog')!;
// The button that opened it may be gone, as that of a choice is.
dialog.addEventListener('close', () => byId('publish').focus());

/** Whether an answer is waited for. */
let isWaiting = false;

export type NamedConflict = Conflict & { where: string };

/** Sends a look, or what is to be published, which may have arrived where no answer comes. */
const post = (body: PublishRequest) =>
  request<Publication>('POST', body).catch(({ message, status }): Publication => {
    const perhaps = body.listed && !status ? `${PERHAPS} ` : '';
    return { message, note: perhaps + NOTHING_LOST };
  });

/**
 * Opens the dialog. `write` writes what is typed, and reads the files again; `heldBack` names the fields not written; `ask` shows
 * conflicts with what somebody else has published in the form, where they are decided.
 */
export function openDialog(
  write: () => Promise<void>,
  heldBack: () => string[],
  ask: (conflicts: NamedConflict[], choose: (answer: Answers) => void) => void,
): void {
  async function send(body: PublishRequest): Promise<void> {
    const { kind, answers, listed } = body;
    const title = kind === 'publish' ? 'Publish' : 'Take back';
    byId('title').textContent = title;
    byId('title').focus();
    const wait = listed ? 'Publishing… This may take a minute.' : 'Looking at what is published…';
    byId('message').textContent = wait;
    byId('publication').replaceChildren();
    ask([], () => {});
    isWaiting = true;
    const answer = await write()
      .then(() => post(body))
      .catch((error: Error): Publication => ({ message: error.message, note: NOTHING_LOST }));
    // Where the server does not answer, the message says so already.
    await write().catch(() => {});
    isWaiting = false;
    const { message, address, changes = [], conflicts = [], open = [], note, last, news = [] } = answer;
    byId('message').textContent = message;
    ask(open, (choice) => {
      dialog.showModal();
      const others = kind === 'publish' ? answers : {};
      void send({ kind: 'publish', answers: { ...others, ...choice } });
    });
    const choices = conflicts.map((conflict) =>
      buildChoice(conflict, kind, (choice) => send({ kind, answers: { ...answers, ...choice } })),
    );
    const canPublish = changes.length > 0 && conflicts.length === 0;
    const publishNow = () => send({ kind, answers, listed: changes });
    const takeBack = button('Take it back…', () => send({ kind: 'takeBack', answers: {} }));
    const content = h(
      'div',
      { id: 'publication' },
      address &&
        h('a', { href: address, target: '_blank' }, 'Ask for it to be published (opens in a new tab)'),
      kind === 'publish' &&
        heldBack().length > 0 &&
        h('p', { className: 'alert' }, `${HELD_BACK}: ${heldBack().join(', ')}.`),
      h('ul', {}, ...choices, ...changes.map((change) => h('li', {}, change))),
      note && h('p', { className: 'alert' }, note),
      canPublish && button(`${title} now`, publishNow, { className: 'primary' }),
      last && kind === 'publish' && h('p', {}, `Last published: ${last}. `, takeBack),
      news.length > 0 && h('p', {}, NEWS),
      news.length > 0 && h('ul', {}, ...news.map((change) => h('li', {}, change))),
    );
    byId('publication').replaceWith(content);
    // It may have been closed meanwhile.
    if (listed && !dialog.open) dialog.showModal();
  }
  dialog.showModal();
  // What is under way is shown: a look beside a publication would hide what comes of it.
  if (!isWaiting) void send({ kind: 'publish', answers: {} });
}

/** A field that two people have changed: both texts, of which one is chosen. */
export function buildChoice(
  { path, where, mine, theirs }: NamedConflict,
  kind: PublishRequest['kind'],
  choose: (answer: Answers) => void,
): Node {
  const sides = SIDES[kind];
  const buttonFor = (side: 'mine' | 'theirs') => {
    const text = sides[side].choose;
    return button(text, () => choose({ [keyOf(path)]: side }), { ariaLabel: `${text}: ${where}` });
  };
  return h(
    'li',
    { className: 'alert' },
    `${where} was changed by somebody else, too. Which shall it be?\n`,
    `${sides.mine.name}: ${asText(mine)}\n${sides.theirs.name}: ${asText(theirs)}\n`,
    buttonFor('mine'),
    buttonFor('theirs'),
  );
}
