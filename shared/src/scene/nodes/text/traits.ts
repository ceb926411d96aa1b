import type { PropsOf } from '../props.ts';
import { type NodeTraits, typefaceFile } from '../traits.ts';
import { interFilesFor } from './inter.ts';

/** Approximate number of triangles of an extruded glyph. */
const TRIANGLES_A_LETTER = 150;

export const textTraits: NodeTraits<'text'> = {
  role: 'surface',
  shape: (props) => {
    if (props.text.trim() === '') {
      return null;
    }
    return {
      key: `text:${JSON.stringify(props)}`,
      scale: [1, 1, 1],
      files: filesOf(props),
      // Dynamic import, as the parser is large and few scenes have a text.
      loadBuilder: async () => {
        const { buildText } = await import('./build-text.ts');
        return (files) => buildText(props, files);
      },
      triangles: props.text.length * TRIANGLES_A_LETTER,
    };
  },
  assets: ['font'],
  shapeFiles: filesOf,
};

/** The files of a text's font: the chosen one, or those of the built-in typeface that have its characters. */
function filesOf({ font, text }: PropsOf<'text'>): string[] {
  return font === null ? interFilesFor(text).map(typefaceFile) : [font];
}
