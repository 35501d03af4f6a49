/** The dialog that shows what would be published, and what came of it. */
import { append, button, byId, h } from './html.ts';
import { keyOf, type Conflict } from './merge.ts';
import { asText } from './names.ts';
import type { Publication, Request } from './publish.ts';
import { request } from './request.ts';

/**
 * Lets the button open the dialog.
 * @param write writes what is typed, and reads what publishing has changed in the files
 * @param countUnfit how many texts are not written, as they do not fit
 */
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
    const publishNow = () => ask({ ...asked, listed: changes });
    const takeBack = button('Take it back…', () => ask({ kind: 'takeBack', answers: {} }));
    const choices = conflicts.map((conflict) =>
      buildChoice(conflict, (side) =>
        ask({ ...asked, answers: { ...asked.answers, [keyOf(conflict.path)]: side } }),
      ),
    );
    const list = changes.map((change) =>
      h(
        'li',
        {},
        h('b', {}, change.where),
        h('p', {}, `Before: ${change.before}`),
        h('p', {}, `After: ${change.after}`),
      ),
    );
    const unfit = 'Texts that do not fit yet stay in the form and are not published.';
    byId('message').textContent = message;
    append(
      byId('publication'),
      address &&
        h('a', { href: address, target: '_blank' }, 'Ask for it to be published (opens in a new tab)'),
      h('ul', {}, ...choices, ...list),
      note && h('p', { className: 'alert' }, note),
      countUnfit() > 0 && h('p', { className: 'alert' }, unfit),
      list[0] && !choices[0] && button(`${title} now`, publishNow, { className: 'main' }),
      last && asked.kind === 'publish' && h('p', {}, `Last published: ${last}. `, takeBack),
    );
  }
  byId('publish').addEventListener('click', () => {
    document.querySelector('dialog')!.showModal();
    void ask({ kind: 'publish', answers: {} });
  });
}

const NOTHING_LOST = 'Nothing is lost: your texts are in this folder, and on the page beside the form.';

/** A field that two people have changed: both texts, of which one is chosen. */
export function buildChoice(
  { where, mine, theirs }: Conflict & { where: string },
  choose: (side: 'mine' | 'theirs') => void,
): Node {
  const keepMine = button('Keep mine', () => choose('mine'), { ariaLabel: `Keep mine: ${where}` });
  const takeTheirs = button('Take theirs', () => choose('theirs'), { ariaLabel: `Take theirs: ${where}` });
  return h(
    'li',
    { className: 'alert' },
    h('p', {}, h('b', {}, where), ' was changed by somebody else, too. Which shall it be?'),
    h('p', {}, `Mine: ${asText(mine)}`),
    h('p', {}, `Theirs: ${asText(theirs)}`),
    h('div', { className: 'tools' }, keepMine, takeTheirs),
  );
}
