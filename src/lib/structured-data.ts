/**
 * Structured data for search engines (schema.org, as JSON-LD): the organization on the landing page, breadcrumbs on the
 * others. A service with its offers has no rich result, so it is left out.
 */
import type { CollectionEntry } from 'astro:content';
import type { Graph } from 'schema-dts';

interface Subject {
  site: CollectionEntry<'site'>['data'];
  base: URL;
  address: string;
  /** The page's name in the breadcrumb of search results; the landing page has none. */
  crumb?: string | undefined;
}

export function structuredData({ site, base, address, crumb }: Subject): string {
  const home = base.href;
  const organization = `${home}#organization`;
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': crumb
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
            '@id': organization,
            name: site.brand,
            url: home,
            logo: new URL('/icon-512.png', base).href,
            email: site.email,
            ...(site.profile && { sameAs: [site.profile] }),
          },
          {
            '@type': 'WebSite',
            '@id': `${home}#website`,
            name: site.brand,
            url: home,
            publisher: { '@id': organization },
          },
        ],
  };
  // A "<" in a content file must not be able to end the script element.
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
