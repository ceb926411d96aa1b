import { fileURLToPath } from 'node:url';

/** Font files for characters outside the built-in PDF fonts. */
const SUBSETS = ['latin-ext', 'cyrillic', 'greek'] as const;
type Subset = (typeof SUBSETS)[number];

/** Characters of the built-in PDF fonts, which take a fortieth of the time that embedding a font does. */
const BUILT_IN = /[\u0020-\u00FF\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122]/;
const LETTERS: Record<Subset, RegExp> = {
  'latin-ext': /[\u0100-\u02BA\u1E00-\u1EFF\u20A0-\u20C0]/,
  cyrillic: /[\u0400-\u045F\u0490-\u0491\u04B0-\u04B1\u2116]/,
  greek: /[\u0370-\u03FF]/,
};

const WEIGHTS = { regular: 400, bold: 600 } as const;
const BUILT_IN_FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;
export type Weight = keyof typeof WEIGHTS;

/** A run of text in one font. */
export type FontRun = { font: string; text: string };

/** Splits a text where the font changes; characters without a font become a question mark. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of text) {
    const subset = BUILT_IN.test(letter) ? undefined : SUBSETS.find((name) => LETTERS[name].test(letter));
    const font = subset === undefined ? BUILT_IN_FONTS[weight] : fontName(subset, weight);
    const written = subset === undefined && !BUILT_IN.test(letter) ? '?' : letter;
    const last = runs.at(-1);
    if (last?.font === font) {
      last.text += written;
    } else {
      runs.push({ font, text: written });
    }
  }
  return runs;
}

/** Every font file, by its name in runs. */
export function fontFiles(): { name: string; path: string }[] {
  return SUBSETS.flatMap((subset) =>
    (Object.keys(WEIGHTS) as Weight[]).map((weight) => ({
      name: fontName(subset, weight),
      path: fileURLToPath(
        import.meta.resolve(`@fontsource/inter/files/inter-${subset}-${WEIGHTS[weight]}-normal.woff`),
      ),
    })),
  );
}

function fontName(subset: Subset, weight: Weight): string {
  return `${subset}-${weight}`;
}
