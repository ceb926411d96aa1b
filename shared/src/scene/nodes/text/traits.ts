import { type NodeTraits, typefaceFile } from '../traits.ts';
import { textGeometry } from './geometry.ts';
import { interFilesFor } from './inter.ts';

/** About as many triangles as a letter with depth has. */
const TRIANGLES_A_LETTER = 150;

export const textTraits: NodeTraits<'text'> = {
  role: 'surface',
  shape: (props) => {
    const shared = textGeometry.share(props);
    return (
      shared && {
        key: shared.key,
        scale: shared.scale,
        files: props.font === null ? interFilesFor(props.text).map(typefaceFile) : [props.font],
        // The parser is large, and few scenes have a text.
        load: async (files) => {
          const { loadFont } = await import('./load-font.ts');
          const font = await loadFont(files.map((file) => new Uint8Array(file)));
          return textGeometry.build(shared.shape, font);
        },
        triangles: props.text.length * TRIANGLES_A_LETTER,
      }
    );
  },
  assets: ['font'],
};
