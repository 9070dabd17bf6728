/** As much of its version 2.9 as is used here; its own types come without the features. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2' | 'sfnt';
    /** Tags of the layout features that stay; default: all. */
    readonly keepFeatures?: readonly string[];
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }
  /** The font with the glyphs of this text. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
