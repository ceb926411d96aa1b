import type { Translation } from '../catalogues.ts';

export const messages: Translation<'components'> = {
  'components.empty':
    'Selecciona objetos y elige «Crear componente». Sus instancias cambian cuando el componente cambia.',
  'components.name': 'Nombre del componente {name}',
  'components.count.one': '{count} instancia',
  'components.count.other': '{count} instancias',
  'components.place': 'Colocar {name}',
  'components.menu': 'Más opciones de {name}',
  'components.select': 'Seleccionar las instancias',
  'components.delete': 'Eliminar componente',
  'components.delete.title': '¿Eliminar {name}?',
  'components.delete.text.one': 'Su instancia pasa a ser objetos normales.',
  'components.delete.text.other': 'Sus {count} instancias pasan a ser objetos normales.',
  'components.overrides': 'Cambios propios',
  'components.overrides.none': 'Ninguno. Cambia un objeto de la instancia para apartarte del componente.',
  'components.revert': 'Revertir {field} de {name}',
  'components.editing': 'Editando {name}',
  'components.editing.text': 'Los cambios en esta instancia valen para todas',
  'components.editing.stop': 'Listo',
};
