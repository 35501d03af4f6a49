/** Publishes what the content files of this folder say, and takes the last publication back. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consentOf, registerConsent } from '../../src/publish/consent';
import { CONTENT_FOLDER } from '../../src/copy/loader';
import { formatContent } from '../format-content';
import { FACE_FILES } from '../../src/pictures/outline';
import { subsetFonts } from '../fonts';
import { errorsIn, parseFile, readContent, sourceOf, titlesOf, writeContent, type Content } from './forms';
import { Repository } from './git';
import { differences, keyOf, merge, type Answers } from './merge';
import { asText, excerpts, inWords } from './names';

/** The line by which a publication is found again. */
const MARK = 'Published with: npm run edit';

export type Kind = 'publish' | 'takeBack';

interface Change {
  /** Page and field. */
  where: string;
  before: string;
  after: string;
}

/** What publishing, or taking back, would do now. */
export interface Preview {
  changes: Change[];
  /** Fields that somebody else has published in other words meanwhile: nothing happens before each has an answer. */
  conflicts: { key: string; where: string; mine: string; theirs: string }[];
  notes: string[];
  /** The last publication. */
  last: { subject: string; by: string; day: string } | undefined;
  /** Identifies all of this: it is published only if it is still the same. */
  version: string;
}

/** Published, or proposed on a branch of its own; or something is different now, and has to be looked at. */
export type Outcome =
  { status: 'published' } | { status: 'proposed'; branch: string; address?: string | undefined } | Preview;

async function plan(root: string, kind: Kind, answers: Answers) {
  const repository = await Repository.open(root);
  const { published, base } = await repository.fetch();
  const contentAt = async (commit: string): Promise<Content> => {
    const names = [...(await repository.textsAt(commit, CONTENT_FOLDER))].map(
      ([file, text]) => [file.slice(CONTENT_FOLDER.length + 1), text] as const,
    );
    const known = names.filter(([name]) => sourceOf(name));
    return Object.fromEntries(known.map(([name, text]) => [name, parseFile(name, text)]));
  };
  const [folder, theirs, last] = await Promise.all([
    readContent(root),
    contentAt(published),
    repository.last(published, MARK),
  ]);
  const origin = base === published ? theirs : await contentAt(base);
  if (kind === 'takeBack' && !last) throw new Error('Nothing has been published with the editor yet.');
  const [from, to] =
    last && kind === 'takeBack'
      ? [await contentAt(last.hash), await contentAt(`${last.hash}^`)]
      : [origin, folder];
  const { value, conflicts } = merge(from, to, theirs, {
    // Positions that collide are counted again below.
    ...Object.fromEntries(Object.keys(to).map((file) => [`${file}/order`, 'mine'])),
    ...answers,
  });
  for (const list of new Set(Object.keys(value).map(sourceOf)))
    Object.entries(value)
      .filter(([file]) => list?.count !== undefined && sourceOf(file) === list)
      .toSorted(([, one], [, other]) => Number(one['order']) - Number(other['order']))
      .forEach(([, fields], index) => (fields['order'] = index + 1));

  const titles = await titlesOf(root);
  const where = ([file = '', ...path]: PropertyKey[]) => {
    const fields = value[String(file)];
    const question = fields?.['question'] && `“${asText(fields['question'])}”`;
    return [titles.get(String(file)), question, inWords(path, fields)].filter(Boolean).join(' › ');
  };
  const errors = Object.entries(value).flatMap(([file, fields]) =>
    errorsIn(file, fields).map(({ path, message }) => `${where([file, ...path])} ${message}`),
  );
  if (errors.length > 0) throw new Error(`This does not fit yet:\n${errors.join('\n')}`);

  const changed = differences(theirs, value);
  const changes = changed.map(({ path, before: was, after: is }) => {
    const [before, after] = excerpts(asText(was), asText(is));
    return { where: where(path), before, after };
  });
  const hash = createHash('sha256').update(JSON.stringify([published, kind, value]));
  const hasNewConsent = consentIn(theirs).version !== consentIn(value).version;
  const preview: Preview = {
    changes,
    conflicts: conflicts.map(({ path, mine, theirs: other }) => ({
      key: keyOf(path),
      where: where(path),
      mine: asText(mine),
      theirs: asText(other),
    })),
    notes: hasNewConsent
      ? [
          'This changes the words that people agree to. A file for the database goes along: tell whoever looks after the database to apply it before the site shows these words.',
        ]
      : [],
    last,
    version: hash.digest('hex'),
  };
  return {
    preview,
    repository,
    published,
    base: kind === 'publish' ? folder : origin,
    theirs,
    value,
    hasNewConsent,
  };
}

const consentIn = (content: Content) =>
  consentOf(
    ...([content['site.json'], content['request-demo.json']] as unknown as Parameters<typeof consentOf>),
  );

/** What differs from what is published now. Throws in plain words when that cannot be said. */
export const preview = async (root: string, kind: Kind, answers: Answers = {}): Promise<Preview> =>
  (await plan(root, kind, answers)).preview;

/** Publishes, or takes back, what the preview of this version shows, and lets the folder follow. */
export async function publish(
  root: string,
  kind: Kind,
  version: string,
  answers: Answers = {},
): Promise<Outcome> {
  const planned = await plan(root, kind, answers);
  const { repository, published, base, theirs, value } = planned;
  const { changes, conflicts, last } = planned.preview;
  if (planned.preview.version !== version || conflicts.length > 0 || changes.length === 0)
    return planned.preview;

  const files = new Map<string, string | Uint8Array>();
  for (const [file, fields] of Object.entries(value))
    if (differences(theirs[file], fields).length > 0)
      files.set(`${CONTENT_FOLDER}/${file}`, await formatContent(file, fields, sourceOf(file)!.schema));
  // What was written since, or is not published yet, stays.
  const follow = async () => {
    const now = await readContent(root);
    await writeContent(root, now, merge(base, now, value, 'mine').value);
  };
  if (kind === 'publish') await follow();
  if (planned.hasNewConsent) {
    const file = registerConsent(consentIn(value), root);
    if (!(await repository.has(published, file))) files.set(file, await readFile(join(root, file)));
  }
  const known = new Set(JSON.stringify(theirs));
  if ([...JSON.stringify(value)].some((character) => !known.has(character))) {
    await subsetFonts(root);
    for (const file of Object.values(FACE_FILES)) files.set(file, await readFile(join(root, file)));
  }

  const [first] = changes;
  const subject =
    kind === 'takeBack'
      ? `Take back: ${last?.subject}`
      : `Change ${first?.where}${changes.length > 1 ? ` and ${changes.length - 1} more` : ''}`;
  const lines = changes.map(
    (change) => `- ${change.where}\n  before: ${change.before}\n  after: ${change.after}`,
  );
  const commit = await repository.commit(published, files, `${subject}\n\n${lines.join('\n')}\n\n${MARK}\n`);
  const pushed = await repository.push(commit);
  if (pushed === 'outdated') return preview(root, kind, answers);
  if (pushed !== 'published') return { status: 'proposed', ...pushed };
  await follow();
  await repository.follow(commit, [
    CONTENT_FOLDER,
    ...[...files.keys()].filter((file) => !file.startsWith(CONTENT_FOLDER)),
  ]);
  return { status: 'published' };
}
