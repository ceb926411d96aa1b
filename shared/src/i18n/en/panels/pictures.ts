/** English texts of the editor about pictures inserted into the scene. */
export const messages = {
  'picture.size': '{width} × {height} px · {size}',
  'picture.sending': 'Uploading {percent}',
  'picture.send': 'Upload an image for {field}',
  'picture.sendFont': 'Upload a font',
  'picture.sendSound': 'Upload a sound',
  'picture.seconds': '{seconds} s · {size}',
  'picture.noSounds': 'No sounds yet. Upload one.',
  'picture.choose': 'Choose {field} from the library',
  'picture.clear': 'Remove {field}',
  'picture.unreachable': 'The library cannot be reached.',
  'picture.putting': 'Applying the image to {name}',
  'picture.stop': 'Cancel the image for {name}',
} as const;
