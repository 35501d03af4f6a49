/** What the site's bench found, as tables and as targets missed. */
import {
  CATEGORIES,
  DEVICES,
  THROTTLINGS,
  type Device,
  type Measurement,
  type Throttling,
} from './lighthouse.ts';
import { median, round, spread, table } from '../support/table.ts';
import type { SecondPage } from '../support/second-page.ts';

/** A first visit; a later page of the same visit, which shows no splash; the bare page with the same words. */
export const KINDS = ['site', 'splash seen', 'floor'] as const;
export type Kind = (typeof KINDS)[number];

export interface Sample {
  readonly path: string;
  readonly device: Device;
  readonly throttling: Throttling;
  readonly kind: Kind;
  readonly measured: Measurement;
}

export interface TriedInteraction {
  readonly name: string;
  readonly device: Device;
  /** Interaction to Next Paint of each run, milliseconds. */
  readonly latencies: readonly number[];
}

/** What the bench holds the site to; times in milliseconds. */
const TARGETS = {
  score: 100,
  /** Largest paint, in multiples of the floor's. */
  lcpRatio: { simulated: 1.5, real: 1.2 },
  cls: 0.01,
  /** On the form's page; elsewhere the floor's own worst run is the limit. */
  formTbt: 50,
  inp: 200,
  /** From click to largest paint of a page that was hovered. */
  secondPage: 100,
} as const;

const FORM_PAGE = '/request-demo';

type Place = Pick<Sample, 'path' | 'device' | 'throttling'>;

const figures = (samples: readonly Sample[], place: Place, kind: Kind) => {
  const runs = samples
    .filter(
      ({ path, device, throttling, kind: other }) =>
        path === place.path && device === place.device && throttling === place.throttling && other === kind,
    )
    .map(({ measured }) => measured);
  const all = (figure: keyof Omit<Measurement, 'scores' | 'imperfect'>) => runs.map((run) => run[figure]);
  return {
    all,
    median: (figure: Parameters<typeof all>[0], digits = 0) => round(median(all(figure)), digits),
    scores: CATEGORIES.map((_, index) => median(runs.flatMap(({ scores }) => scores[index] ?? []))).filter(
      (score) => !Number.isNaN(score),
    ),
    imperfect: [...new Set(runs.flatMap(({ imperfect }) => imperfect))],
  };
};

const places = (samples: readonly Sample[]): Place[] => [
  ...new Map(
    samples.map((sample) => [`${sample.path} ${sample.device} ${sample.throttling}`, sample]),
  ).values(),
];

const toFloor = (samples: readonly Sample[], place: Place, kind: Kind, figure: 'fcp' | 'lcp') =>
  round(
    median(figures(samples, place, kind).all(figure)) / median(figures(samples, place, 'floor').all(figure)),
    2,
  );

function speedTable(samples: readonly Sample[], device: Device, throttling: Throttling): string {
  const rows = places(samples)
    .filter((place) => place.device === device && place.throttling === throttling)
    .flatMap((place) =>
      KINDS.map((kind) => {
        const found = figures(samples, place, kind);
        return {
          page: kind === 'site' ? place.path : `– ${kind}`,
          'P/A/BP/SEO': found.scores.join('/'),
          'FCP ms': found.median('fcp'),
          'FCP × floor': toFloor(samples, place, kind, 'fcp'),
          'LCP ms': found.median('lcp'),
          'LCP × floor': toFloor(samples, place, kind, 'lcp'),
          'LCP spread': spread(found.all('lcp')),
          'TBT ms': found.median('tbt'),
          'TBT spread': spread(found.all('tbt')),
          CLS: found.median('cls', 4),
          'Speed Index': found.median('speedIndex'),
          KB: round(found.median('bytes') / 1024, 1),
          requests: found.median('requests'),
        };
      }),
    );
  return rows.length > 0 ? `## ${device}, ${throttling} throttling\n\n${table(rows)}` : '';
}

const interactionTable = (tried: readonly TriedInteraction[]) =>
  `## First interaction with a sleeping island, processor 4 times slower, fast 3G\n\n${table(
    tried.map(({ name, device, latencies }) => ({
      interaction: name,
      device,
      'INP ms': round(median(latencies)),
      'INP spread': spread(latencies),
    })),
  )}`;

const hoveredTable = (hovered: readonly SecondPage[]) => {
  const paints = hovered.map(({ clickToPaint }) => clickToPaint);
  return `## From click to largest paint, after 300 ms of hovering\n\n${table([
    {
      opened: hovered.length,
      'rendered ahead': hovered.filter(({ wasAhead }) => wasAhead).length,
      'median ms': round(median(paints)),
      spread: spread(paints),
    },
  ])}`;
};

function speedMisses(samples: readonly Sample[]): string[] {
  return places(samples).flatMap((place) => {
    const site = figures(samples, place, 'site');
    const seen = figures(samples, place, 'splash seen');
    const floor = figures(samples, place, 'floor');
    const ratio = toFloor(samples, place, 'site', 'lcp');
    const tbtLimit = place.path === FORM_PAGE ? TARGETS.formTbt : Math.max(...floor.all('tbt'));
    const misses = [
      site.scores.some((score) => score < TARGETS.score) &&
        `scores ${site.scores.join('/')}, for ${site.imperfect.join(', ')}, with a Speed Index of ${site.median('speedIndex')} ms; with the splash seen before ${seen.scores.join('/')} and ${seen.median('speedIndex')} ms`,
      ratio > TARGETS.lcpRatio[place.throttling] &&
        `largest paint ${ratio} times the floor's, at most ${TARGETS.lcpRatio[place.throttling]} wanted`,
      site.median('cls', 4) > TARGETS.cls && `layout shift ${site.median('cls', 4)}`,
      site.median('tbt') > Math.round(tbtLimit) &&
        `blocked for ${site.median('tbt')} ms, at most ${round(tbtLimit)} wanted`,
    ];
    return misses
      .filter((miss) => miss !== false)
      .map((miss) => `${place.path}, ${place.device}, ${place.throttling}: ${miss}`);
  });
}

const interactionMisses = (tried: readonly TriedInteraction[]) =>
  tried
    .filter(({ latencies }) => median(latencies) >= TARGETS.inp)
    .map(({ name, device, latencies }) => `${name}, ${device}: INP ${round(median(latencies))} ms`);

/** Everything that one run of the bench found. */
export interface Findings {
  readonly samples: readonly Sample[];
  readonly tried: readonly TriedInteraction[];
  /** Pages opened after a moment of hovering, in a browser that nothing slows down. */
  readonly hovered: readonly SecondPage[];
  /** Where it ran, and how busy that was. */
  readonly machine: string;
}

/** The whole report, in Markdown. */
export function report({ samples, tried, hovered, machine }: Findings): string {
  const second = round(median(hovered.map(({ clickToPaint }) => clickToPaint)));
  const misses = [
    ...speedMisses(samples),
    ...interactionMisses(tried),
    ...(second > TARGETS.secondPage ? [`${second} ms from click to largest paint of a hovered page`] : []),
  ];
  return [
    '# The site beside its floor',
    'Each page, a later visit without the splash, and its floor: a bare page with the same words, from the same server, in the same run. Medians; the spread is from the least to the most.',
    machine,
    ...THROTTLINGS.flatMap((throttling) => DEVICES.map((device) => speedTable(samples, device, throttling))),
    tried.length > 0 ? interactionTable(tried) : '',
    hovered.length > 0 ? hoveredTable(hovered) : '',
    `## Targets missed\n\n${misses.map((miss) => `- ${miss}`).join('\n') || 'None.'}`,
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}
