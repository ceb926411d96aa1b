import type { Translation } from '../catalogues.ts';
/** Spanish texts of the import report and the model statistics. */
export const messages: Translation<'import-report'> = {
  'import.report.title': 'Importación de {name}',
  'import.report.converted': 'Convertido',
  'import.report.resized': 'Reducido',
  'import.report.merged': 'Combinado',
  'import.report.dropped': 'No importado',
  'import.report.missing': 'Falta',
  'import.report.warnings': 'Conviene saber',
  'import.report.nothing': 'La importación no ha hecho ningún cambio.',
  'import.form.optimised':
    'Las escenas usan una versión optimizada de este archivo que carga más rápido. El original se conserva.',
  'import.form.asItCame': 'Las escenas usan el original de este archivo, con toda su resolución y precisión.',
  'import.form.pending':
    'Se está preparando la otra versión. Hasta que esté lista, las escenas muestran la actual.',
  'import.form.useOriginal': 'Usar original',
  'import.form.optimise': 'Optimizar de nuevo',
  'import.whichSize': '{name} mide {size}. ¿Cuánto debe medir?',
  'import.fitted': '{name} mide {file} en su archivo. Se muestra con el tamaño más probable, {size}.',
  'import.asInFile': 'Como en el archivo: {size}',
  'import.inUnit': '{unit}: {size}',
  'import.keepSize': 'Dejar {size}',
  'import.standUp': 'Tumbado: poner de pie',
};
