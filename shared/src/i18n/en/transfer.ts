/** English texts about the export and the import of a workspace. */
export const messages = {
  'export.title': 'Export workspace',
  'export.text':
    'One archive with scenes, versions, comments, files, people and settings, which any installation of Diorama can import. Passwords, published files, the trash and invoices are not part of it.',
  'export.submit': 'Export workspace',
  'export.asked': 'The archive is being made. A mail brings its link.',
  'export.running': 'Making the archive',
  'export.ready': 'Archive of {date}, {size}',
  'export.until': 'Available until {date}',
  'export.download': 'Download',
  'export.failed': 'The archive of {date} could not be made. Export the workspace again.',
  'import.title': 'Import workspace',
  'import.text':
    'Adds the contents of an archive to this workspace. What is here already stays as it is and is not added twice. People of the archive are invited by mail.',
  'import.submit': 'Import workspace',
  'import.file': 'Archive of a workspace',
  'import.uploading': 'Uploading {name}',
  'import.keepOpen':
    'Keep this page open until the upload is done. An interrupted upload continues with the same file.',
  'import.waiting': '{name} waits for its turn',
  'import.checking': 'Checking {name}',
  'import.files': 'Adding the files of {name}',
  'import.scenes': 'Adding the scenes of {name}',
  'import.completed': '{name} was imported',
  'import.failed': '{name} was not imported',
} as const;
