import type { Translation } from '../catalogues.ts';
/** Spanish texts of the import report and the model statistics. */
export const messages: Translation<'import-report'> = {
  'import.report.title': 'Importación de {name}',
  'import.report.converted': 'Convertido',
  'import.report.resized': 'Reducido',
  'import.report.merged': 'Unido',
  'import.report.dropped': 'Descartado',
  'import.report.missing': 'Falta',
  'import.report.warnings': 'Conviene saber',
  'import.report.nothing': 'La importación no tuvo que cambiar nada.',
  'import.form.optimised':
    'Este archivo se muestra optimizado: carga rápido en todas las escenas que lo usan. También se conserva tal como llegó.',
  'import.form.asItCame':
    'Este archivo se muestra tal como llegó, con todos sus píxeles y números, en todas las escenas que lo usan.',
  'import.form.pending':
    'Se está preparando la otra forma. Hasta que esté lista, las escenas muestran el archivo como antes.',
  'import.form.useOriginal': 'Usar el original',
  'import.form.optimise': 'Optimizar de nuevo',
  'import.whichSize': '{name} mide {size}. ¿Cuánto debe medir?',
  'import.fitted': '{name} mide {file} en su archivo. Se muestra con el tamaño más probable, {size}.',
  'import.asInFile': 'Como en el archivo: {size}',
  'import.inUnit': '{unit}: {size}',
  'import.keepSize': 'Dejar {size}',
  'import.standUp': 'Está tumbado: ponerlo de pie',
};
