import { getEntry, type CollectionEntry, type CollectionKey } from 'astro:content';
import { fill, placeholderValues } from './placeholders';

/**
 * The words of one content file, with `{brand}` and the other placeholders filled in.
 * A collection of one file is named after it; `agents` holds one file per page, told apart by `id`.
 */
export async function words<C extends CollectionKey>(
  collection: C,
  id: string = collection,
): Promise<CollectionEntry<C>['data']> {
  const [entry, site] = await Promise.all([getEntry(collection, id), getEntry('site', 'site')]);
  if (!entry || !site) throw new Error(`There is no content called "${id}" in "${collection}".`);
  return fill(entry.data, placeholderValues(site.data));
}
