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
      files: props.font === null ? interFilesFor(props.text).map(typefaceFile) : [props.font],
      // Dynamic import, as the parser is large and few scenes have a text.
      load: async (files) => {
        const { buildText } = await import('./build-text.ts');
        return await buildText(props, files);
      },
      triangles: props.text.length * TRIANGLES_A_LETTER,
    };
  },
  assets: ['font'],
};
