/** The words of the editor about pictures that come into the scene, in English. */
export const picturesEn = {
  'picture.size': '{width} × {height} px · {size}',
  'picture.sending': 'Sending…',
  'picture.send': 'Upload a picture for {field}',
  'picture.sendFont': 'Upload a font',
  'picture.choose': 'Choose {field} from the library',
  'picture.clear': 'Remove {field}',
  'picture.unreachable': 'The library cannot be reached.',
  'picture.putting': 'The picture is on its way to {name}',
  'picture.stop': 'Stop the picture for {name}',
  'picture.left': '{name} cannot take the picture any more. It is kept in your library.',
  'hint.drop.dress': 'Drop: the picture goes onto {name}',
  'hint.drop.alt': 'Alt: it stands in the scene by itself',
  'hint.drop.stand.one': 'Drop: the picture stands in the scene',
  'hint.drop.stand.other': 'Drop: {count} pictures stand in the scene',
  'hint.drop.locked': '{name} is locked',
} as const;

/** A key of these strings. */
export type PicturesMessageKey = keyof typeof picturesEn;
