import type { Translation } from '../../catalogues.ts';
/** Spanish names and descriptions of the lists that every installation has. */
export const messages: Translation<'server/defaults'> = {
  'scene.copy': 'Copia de {name}',

  'privacy.private.text': 'Solo los miembros de la escena',
  'privacy.public.text': 'Cualquiera que tenga el enlace',
  'privacy.password.text': 'Cualquiera que tenga la contraseña',

  'category.architecture': 'Arquitectura',
  'category.architecture.text': 'Edificios, barrios y paisajes',
  'category.interior': 'Interiores',
  'category.interior.text': 'Habitaciones, muebles y luz',
  'category.product': 'Producto',
  'category.product.text': 'Productos que se fabrican, venden o explican',
  'category.education': 'Educación',
  'category.education.text': 'Clases, museos y ciencia',
  'category.art': 'Arte',
  'category.art.text': 'Escultura, ilustración y experimentos',
  'category.characters': 'Personajes',
  'category.characters.text': 'Personas, criaturas y su ropa',
  'category.vehicles': 'Vehículos',
  'category.vehicles.text': 'Coches, barcos, aviones y máquinas',
  'category.nature': 'Naturaleza',
  'category.nature.text': 'Plantas, animales y terreno',
  'category.events': 'Eventos',
  'category.events.text': 'Escenarios, expositores y escaparates',
  'category.other': 'Otros',
  'category.other.text': 'Todo lo demás',
};
