import type { Translation } from '../catalogues.ts';

/** Spanish texts of the trash. */
export const messages: Translation<'trash'> = {
  'trash.text':
    'Las escenas se quedan aquí 30 días y no cuentan para tu plan. Cuando la papelera se llena, se eliminan primero las más antiguas; la página de almacenamiento muestra el límite de tu plan.',
  'trash.none.title': 'La papelera está vacía',
  'trash.none.text': 'Desde aquí puedes restaurar las escenas eliminadas.',
  'trash.daysLeft.one': 'Queda {count} día',
  'trash.daysLeft.other': 'Quedan {count} días',
  'trash.restore': 'Restaurar',
  'trash.erase': 'Eliminar definitivamente',
  'trash.erase.one': '¿Eliminar «{name}» definitivamente?',
  'trash.erase.many.one': '¿Eliminar {count} escena definitivamente?',
  'trash.erase.many.other': '¿Eliminar {count} escenas definitivamente?',
  'trash.erase.text': 'No se puede deshacer. También se eliminan los archivos que ninguna otra escena usa.',
  'trash.empty': 'Vaciar papelera',
  'trash.empty.title': '¿Vaciar la papelera?',
  'trash.emptied': 'La papelera está vacía.',
};
