declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    noHinting?: boolean;
    /** OpenType features to keep; all of them unless given. */
    keepFeatures?: string[];
    /** For each axis of a variable font, the range to keep or the one place to pin it to. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** Cuts a font down to the glyphs that a text needs. */
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>;
}
