import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:hydrate'?: import('./lib/hydrate.ts').HydrationTrigger;
  }
}
