import type { Translation } from '../catalogues.ts';

/** Spanish texts of the trash. */
export const messages: Translation<'trash'> = {
  'trash.text':
    'Las escenas se quedan aquí 30 días y no cuentan para tu plan. Cuando la papelera se llena, la más antigua se elimina primero; la página de almacenamiento muestra cuánto conserva tu plan.',
  'trash.none.title': 'La papelera está vacía',
  'trash.none.text': 'Desde aquí puedes recuperar las escenas que elimines.',
  'trash.daysLeft.one': 'Queda {count} día',
  'trash.daysLeft.other': 'Quedan {count} días',
  'trash.restore': 'Restaurar',
  'trash.erase': 'Eliminar para siempre',
  'trash.erase.one': '¿Eliminar «{name}» para siempre?',
  'trash.erase.many.one': '¿Eliminar {count} escena para siempre?',
  'trash.erase.many.other': '¿Eliminar {count} escenas para siempre?',
  'trash.erase.text': 'No se puede deshacer. También se eliminan los archivos que ninguna otra escena usa.',
  'trash.empty': 'Vaciar papelera',
  'trash.empty.title': '¿Vaciar toda la papelera?',
  'trash.emptied': 'La papelera está vacía.',
};
