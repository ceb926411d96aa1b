import type { Translation } from '../../catalogues.ts';
/** Spanish texts of the editor about pictures inserted into the scene. */
export const messages: Translation<'panels/pictures'> = {
  'picture.size': '{width} × {height} px · {size}',
  'picture.sending': 'Subiendo {percent}',
  'picture.send': 'Subir una imagen para {field}',
  'picture.sendFont': 'Subir una fuente',
  'picture.sendSound': 'Subir un sonido',
  'picture.seconds': '{seconds} s · {size}',
  'picture.noSounds': 'Todavía no hay sonidos. Sube uno.',
  'picture.choose': 'Elegir {field} de la biblioteca',
  'picture.clear': 'Quitar {field}',
  'picture.unreachable': 'No se puede acceder a la biblioteca.',
  'picture.putting': 'Aplicando la imagen a {name}',
  'picture.stop': 'Cancelar la imagen para {name}',
};
