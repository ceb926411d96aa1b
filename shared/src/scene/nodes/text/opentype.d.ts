/** What is used of the font parser, which comes without types. */
declare module 'opentype.js/dist/opentype.mjs' {
  export type PathCommand = {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    x: number;
    y: number;
    x1: number;
    y1: number;
    x2: number;
    y2: number;
  };
  export type Glyph = {
    index: number;
    advanceWidth: number;
    path: { commands: PathCommand[] };
  };
  export type Font = {
    unitsPerEm: number;
    numGlyphs: number;
    hasChar(char: string): boolean;
    charToGlyph(char: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
    /** Returns where the next letter would stand. */
    forEachGlyph(
      text: string,
      x: number,
      y: number,
      fontSize: number,
      options: object,
      callback: (glyph: Glyph, x: number) => void,
    ): number;
  };
  export function parse(buffer: ArrayBuffer, options?: { lowMemory?: boolean }): Font;
}
