/** English texts of the import report and the model statistics; loaded after an import. */
export const messages = {
  'import.report.title': 'Import of {name}',
  'import.report.converted': 'Converted',
  'import.report.resized': 'Resized',
  'import.report.merged': 'Merged',
  'import.report.dropped': 'Not imported',
  'import.report.missing': 'Missing',
  'import.report.warnings': 'Good to know',
  'import.report.nothing': 'The import made no changes.',
  'import.form.optimised':
    'Scenes use an optimized version of this file that loads faster. The original is kept.',
  'import.form.asItCame': 'Scenes use the original of this file, with full resolution and precision.',
  'import.form.pending':
    'The other version is being prepared. Until it is ready, scenes show the current one.',
  'import.form.useOriginal': 'Use original',
  'import.form.optimise': 'Optimize again',
  'import.whichSize': '{name} measures {size}. How large should it be?',
  'import.fitted': '{name} measures {file} in its file. It is shown at its most likely size, {size}.',
  'import.asInFile': 'As in file: {size}',
  'import.inUnit': '{unit}: {size}',
  'import.keepSize': 'Keep {size}',
  'import.standUp': 'Lying flat: stand it up',
} as const;
