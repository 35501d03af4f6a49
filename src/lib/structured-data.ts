/**
 * Structured data for search engines (schema.org, as JSON-LD): the organization on the landing page, breadcrumbs on the
 * others, and what a service costs. Nothing that the page does not show.
 */
import type { CollectionEntry } from 'astro:content';
import type { Graph, Offer, Organization, Service } from 'schema-dts';

type Site = CollectionEntry<'site'>['data'];
type Agent = CollectionEntry<'agents'>['data'];
type Support = CollectionEntry<'supportPackages'>['data'];

/** What a page offers, apart from who offers it and where. */
export type ServiceOnOffer = Pick<Exclude<Service, string>, 'name' | 'description' | 'offers'>;

interface Subject {
  site: Site;
  /** Where the site is served. */
  base: URL;
  /** The page's own address. */
  address: string;
  /** The page's name in the breadcrumb of search results; the landing page has none. */
  crumb?: string | undefined;
  /** What the page offers, if anything. */
  service?: ServiceOnOffer | undefined;
}

/** The number in a price such as "$2,500". */
const amount = (price: string): number => Number(price.replace(/\D/g, ''));

const CURRENCY = 'USD';

/** A voice agent: the free trial; the subscription, whose price follows the volume; the setup fee, if there is one. */
export function agentService(site: Site, { name, description, pricing }: Agent): ServiceOnOffer {
  const { trial, subscription, note } = pricing;
  const offers: Offer[] = [
    {
      '@type': 'Offer',
      name: trial.title,
      description: trial.text,
      price: 0,
      priceCurrency: CURRENCY,
    },
    { '@type': 'Offer', name: subscription.title, description: subscription.text },
  ];
  if (note?.includes(site.figures.setupFee))
    offers.push({
      '@type': 'Offer',
      description: note,
      priceSpecification: {
        '@type': 'PriceSpecification',
        minPrice: amount(site.figures.setupFee),
        priceCurrency: CURRENCY,
      },
    });
  return { name, description, offers };
}

/** The support packages, with their price range per month. */
export function supportService(site: Site, { name, description, price }: Support): ServiceOnOffer {
  return {
    name,
    description,
    offers: {
      '@type': 'Offer',
      description: price.text,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        minPrice: amount(site.figures.supportFrom),
        maxPrice: amount(site.figures.supportTo),
        priceCurrency: CURRENCY,
        unitText: price.period,
      },
    },
  };
}

/** The JSON-LD of one page. */
export function structuredData({ site, base, address, crumb, service }: Subject): string {
  const home = base.href;
  const organization: Organization = {
    '@type': 'Organization',
    '@id': `${home}#organization`,
    name: site.brand,
    url: home,
    logo: new URL('/icon-512.png', base).href,
    email: site.email,
    ...(site.profile && { sameAs: [site.profile.page] }),
  };
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': [
      ...(crumb
        ? [
            {
              '@type': 'BreadcrumbList' as const,
              itemListElement: [
                { '@type': 'ListItem' as const, position: 1, name: site.menu.home, item: home },
                { '@type': 'ListItem' as const, position: 2, name: crumb, item: address },
              ],
            },
          ]
        : [
            organization,
            {
              '@type': 'WebSite' as const,
              '@id': `${home}#website`,
              name: site.brand,
              url: home,
              publisher: { '@id': `${home}#organization` },
            },
          ]),
      ...(service ? [{ '@type': 'Service' as const, url: address, provider: organization, ...service }] : []),
    ],
  };
  // A "<" in a content file must not be able to end the script element.
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
