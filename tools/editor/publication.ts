/** The dialog that shows what would be published, and what came of it. */
import { button, byId, h, request } from './browser.ts';
import { keyOf, type Conflict } from './merge.ts';
import { asText } from './names.ts';
import type { Publication, Request } from './publish.ts';

const NOTHING_LOST = 'Nothing is lost: your texts are in this folder, and on the page beside the form.';
const UNFIT = 'Texts that do not fit yet stay in the form and are not published.';

/** Lets the button open the dialog. `write` writes what is typed, and reads what publishing has changed in the files. */
export function connectDialog(write: () => Promise<void>, countUnfit: () => number) {
  async function ask(asked: Request): Promise<void> {
    const title = asked.kind === 'publish' ? 'Publish' : 'Take back';
    byId('title').textContent = title;
    byId('title').focus();
    byId('message').textContent = 'Looking at what is published…';
    byId('publication').replaceChildren();
    const answer = await write()
      .then(() => request<Publication>('POST', asked))
      .catch((error: Error): Publication => ({ message: error.message, note: NOTHING_LOST }));
    // Without an answer, the message says so.
    await write().catch(() => {});
    const { message, address, changes = [], conflicts = [], note, last } = answer;
    byId('message').textContent = message;
    const choices = conflicts.map((conflict) =>
      buildChoice(conflict, (side) =>
        ask({ ...asked, answers: { ...asked.answers, [keyOf(conflict.path)]: side } }),
      ),
    );
    const canPublish = changes.length > 0 && conflicts.length === 0;
    const publishNow = button(`${title} now`, () => ask({ ...asked, listed: changes }), {
      className: 'main',
    });
    const takeBack = button('Take it back…', () => ask({ kind: 'takeBack', answers: {} }));
    const propose = { href: address, target: '_blank' };
    const content = h(
      'div',
      { id: 'publication' },
      address && h('a', propose, 'Ask for it to be published (opens in a new tab)'),
      h('ul', {}, ...choices, ...changes.map((change) => h('li', {}, change))),
      note && h('p', { className: 'alert' }, note),
      countUnfit() > 0 && h('p', { className: 'alert' }, UNFIT),
      canPublish && publishNow,
      last && asked.kind === 'publish' && h('p', {}, `Last published: ${last}. `, takeBack),
    );
    byId('publication').replaceWith(content);
  }
  byId('publish').addEventListener('click', () => {
    document.querySelector('dialog')!.showModal();
    void ask({ kind: 'publish', answers: {} });
  });
}

/** A field that two people have changed: both texts, of which one is chosen. */
export function buildChoice(
  { where, mine, theirs }: Conflict & { where: string },
  choose: (side: 'mine' | 'theirs') => void,
): Node {
  const question = `${where} was changed by somebody else, too. Which shall it be?`;
  return h(
    'li',
    { className: 'alert' },
    `${question}\nMine: ${asText(mine)}\nTheirs: ${asText(theirs)}\n`,
    button('Keep mine', () => choose('mine'), { ariaLabel: `Keep mine: ${where}` }),
    button('Take theirs', () => choose('theirs'), { ariaLabel: `Take theirs: ${where}` }),
  );
}
