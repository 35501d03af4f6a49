declare module 'fontverter' {
  /** Turns a font file from one container format into another. */
  export function convert(
    font: Uint8Array,
    toFormat: 'sfnt' | 'woff' | 'woff2',
    fromFormat?: 'sfnt' | 'woff' | 'woff2',
  ): Promise<Uint8Array>;
}
