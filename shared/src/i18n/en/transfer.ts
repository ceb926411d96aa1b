/** English texts about the export and the import of a workspace. */
export const messages = {
  'export.title': 'Export workspace',
  'export.text':
    'One archive with scenes, versions, comments, files, people and settings, which any Diorama installation can import. It does not include passwords, published files, the trash or invoices.',
  'export.large':
    'This workspace has files of {size}. An archive above {limit} can be downloaded but not imported.',
  'export.submit': 'Export workspace',
  'export.asked': 'Creating the archive. You will receive the link by email.',
  'export.running': 'Creating archive',
  'export.ready': 'Archive of {date}, {size}',
  'export.until': 'Available until {date}',
  'export.download': 'Download',
  'export.failed': 'The archive of {date} could not be created. Export the workspace again.',
  'import.title': 'Import workspace',
  'import.text':
    'Adds the contents of an archive to this workspace. Existing items are not changed or duplicated. People in the archive are invited by email.',
  'import.submit': 'Import workspace',
  'import.file': 'Workspace archive',
  'import.uploading': 'Uploading {name}',
  'import.keepOpen':
    'Keep this page open until the upload is done. An interrupted upload continues with the same file.',
  'import.waiting': '{name} is queued',
  'import.checking': 'Checking {name}',
  'import.files': 'Adding files from {name}',
  'import.scenes': 'Adding scenes from {name}',
  'import.completed': '{name} was imported',
  'import.failed': '{name} was not imported',
} as const;
