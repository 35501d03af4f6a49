import { getCollection, type CollectionEntry, type CollectionKey } from 'astro:content';
import { ERROR_ID } from './error-entry';
import { fill, placeholderValues, type PlaceholderValues } from './placeholders';
import { proseToHtml } from './markdown';

/**
 * The words of one content file, with `{brand}` and the other placeholders filled in.
 * In a collection of one file, `id` is the collection's name; the others hold several files, each with its own.
 */
export async function words<C extends CollectionKey>(
  collection: C,
  id: string = collection,
): Promise<CollectionEntry<C>['data']> {
  const entry = (await entries(collection)).find((one) => one.id === id);
  if (!entry) throw new Error(`There is no content called "${id}" in "${collection}".`);
  return fill(entry.data, await placeholders());
}

export type Question = CollectionEntry<'faqs'>['data'];

export async function questions(): Promise<Question[]> {
  const [faqs, values, { newTabHint }] = await Promise.all([entries('faqs'), placeholders(), words('site')]);
  return faqs
    .map(({ data: { order, question, answer } }) => ({
      order,
      question: fill(question, values),
      answer: proseToHtml(answer, values, newTabHint),
    }))
    .toSorted((one, other) => one.order - other.order);
}

/** The entries of a collection. In the dev server, throws if its files have errors. */
export async function entries<C extends CollectionKey>(collection: C): Promise<CollectionEntry<C>[]> {
  const found = await getCollection(collection);
  const error = found.find(({ id }) => id === ERROR_ID)?.data as { message: string } | undefined;
  // Without the stack trace, so that whoever edits the content sees the message.
  if (error) throw Object.assign(new Error(error.message), { stack: '' });
  return found;
}

async function placeholders(): Promise<PlaceholderValues> {
  const [site] = await entries('site');
  if (!site) throw new Error('src/content/site.json is missing.');
  return placeholderValues(site.data);
}
