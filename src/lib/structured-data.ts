import type { CollectionEntry } from 'astro:content';

interface Subject {
  site: CollectionEntry<'site'>['data'];
  /** Where the site is served. */
  base: URL;
  /** The page's own address. */
  address: string;
  /** The page's name on its way from the landing page; the landing page has none. */
  crumb?: string | undefined;
}

/** What search engines are told: who we are on the landing page, the way back to it on the others (schema.org, as JSON-LD). */
export function structuredData({ site, base, address, crumb }: Subject): string {
  const home = base.href;
  const graph = crumb
    ? [
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: site.menu.home, item: home },
            { '@type': 'ListItem', position: 2, name: crumb, item: address },
          ],
        },
      ]
    : [
        {
          '@type': 'Organization',
          '@id': `${home}#organization`,
          name: site.brand,
          url: home,
          logo: new URL('/icon-512.png', base).href,
          email: site.email,
          sameAs: [site.profile],
        },
        {
          '@type': 'WebSite',
          '@id': `${home}#website`,
          name: site.brand,
          url: home,
          publisher: { '@id': `${home}#organization` },
        },
      ];
  // A "<" in a content file must not be able to end the script element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}
