/** English texts of the editor about pictures inserted into the scene. */
export const messages = {
  'picture.size': '{width} × {height} px · {size}',
  'picture.sending': 'Sending {percent}',
  'picture.send': 'Upload a picture for {field}',
  'picture.sendFont': 'Upload a font',
  'picture.sendSound': 'Upload a sound',
  'picture.seconds': '{seconds} s · {size}',
  'picture.noSounds': 'No sounds yet. Upload one.',
  'picture.choose': 'Choose {field} from the library',
  'picture.clear': 'Remove {field}',
  'picture.unreachable': 'The library cannot be reached.',
  'picture.putting': 'The picture is on its way to {name}',
  'picture.stop': 'Stop the picture for {name}',
} as const;
