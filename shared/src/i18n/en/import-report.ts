/** English texts of the import report and the model statistics; loaded after an import. */
export const messages = {
  'import.report.title': 'Import of {name}',
  'import.report.converted': 'Converted',
  'import.report.resized': 'Made smaller',
  'import.report.merged': 'Put together',
  'import.report.dropped': 'Left out',
  'import.report.missing': 'Missing',
  'import.report.warnings': 'Worth knowing',
  'import.report.nothing': 'The import had nothing to change.',
  'import.form.optimised':
    'This file is shown optimized: quick to load, in all scenes that use it. It is kept as it came, too.',
  'import.form.asItCame':
    'This file is shown as it came, with all of its pixels and numbers, in all scenes that use it.',
  'import.form.pending': 'The other form is being made. Until it is ready, scenes show the file as before.',
  'import.form.useOriginal': 'Use the original',
  'import.form.optimise': 'Optimize again',
  'import.whichSize': '{name} is {size} across. How large is it meant to be?',
  'import.fitted': '{name} measures {file} in its file. It is shown at its likeliest size, {size}.',
  'import.asInFile': 'As in the file: {size}',
  'import.inUnit': '{unit}: {size}',
  'import.keepSize': 'Keep {size}',
  'import.standUp': 'It lies: stand it up',
} as const;
