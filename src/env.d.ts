import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:wake'?: import('./lib/wake.ts').WakeTrigger;
  }
}
