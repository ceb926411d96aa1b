import { fileURLToPath } from 'node:url';

/** Files of the typeface; archives of invoices (PDF/A) need every font embedded. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;
type Subset = (typeof SUBSETS)[number];

const LETTERS: Record<Subset, RegExp> = {
  latin: /[\u0020-\u00FF\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122]/,
  'latin-ext': /[\u0100-\u02BA\u1E00-\u1EFF\u20A0-\u20C0]/,
  cyrillic: /[\u0400-\u045F\u0490-\u0491\u04B0-\u04B1\u2116]/,
  greek: /[\u0370-\u03FF]/,
};

const WEIGHTS = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;

/** A piece of text in one font. */
export type FontRun = { font: string; text: string };

/** Splits a text where another font is needed. Characters that no font has become question marks. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of text) {
    const subset = SUBSETS.find((name) => LETTERS[name].test(letter));
    const font = fontName(subset ?? 'latin', weight);
    const written = subset === undefined ? '?' : letter;
    const last = runs.at(-1);
    if (last?.font === font) {
      last.text += written;
    } else {
      runs.push({ font, text: written });
    }
  }
  return runs;
}

/** Every embedded font file, by the name used in runs. */
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

/** The file of the font for common text. */
export function bodyFont(): string {
  return fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));
}

function fontName(subset: Subset, weight: Weight): string {
  return `${subset}-${weight}`;
}
