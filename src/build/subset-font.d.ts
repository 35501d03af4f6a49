declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    noHinting?: boolean;
    /** OpenType features to keep; all of them unless given. */
    keepFeatures?: string[];
    /** For each axis of a variable font, the range to keep or the value to pin it to. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** Subsets a font to the glyphs that a text needs. */
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>;
}
