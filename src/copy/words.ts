/** What pages call for their words. The rest of `src/copy` reads, checks and fills in the content files for it. */
import { getCollection, type CollectionEntry, type CollectionKey } from 'astro:content';
import { fill, placeholderValues, type PlaceholderValues } from './placeholders.ts';
import { proseToHtml } from './markdown.ts';
import { withNoBreakSpaces } from './no-break-spaces.ts';

type Data<C extends CollectionKey> = CollectionEntry<C>['data'];

/** The words of one content file, with placeholders such as `{brand}` filled in. A collection of one file needs no `id`. */
export async function words<C extends CollectionKey>(collection: C, id?: string): Promise<Data<C>> {
  return fill(await dataOf(collection, id), await placeholders());
}

/** The questions of the landing page with their answers as HTML, in order. */
export async function questions() {
  const [faqs, values, { newTabHint }] = await Promise.all([entries('faqs'), placeholders(), words('site')]);
  return faqs
    .toSorted((one, other) => one.data.order - other.data.order)
    .map(({ data: { question, answer } }) => ({
      question: fill(question, values),
      answer: withNoBreakSpaces(proseToHtml(answer, values, newTabHint)),
    }));
}

/** The entries of a collection. In the dev server, throws what is wrong with the content files (`loader.ts`). */
export async function entries<C extends CollectionKey>(collection: C): Promise<CollectionEntry<C>[]> {
  const found = await getCollection(collection);
  for (const { data } of found)
    // The error has no stack trace, so that whoever edits the content sees the message.
    if ('error' in data) throw Object.assign(new Error(String(data['error'])), { stack: '' });
  return found;
}

async function dataOf<C extends CollectionKey>(collection: C, id?: string): Promise<Data<C>> {
  const entry = (await entries(collection)).find((one) => id === undefined || one.id === id);
  if (!entry) throw new Error(`There is no content called "${id ?? collection}".`);
  return entry.data;
}

const placeholders = async (): Promise<PlaceholderValues> => placeholderValues(await dataOf('site'));
