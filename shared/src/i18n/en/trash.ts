/** English texts of the trash. */
export const messages = {
  'trash.text':
    'Scenes stay here for 30 days and do not count towards your plan. When the trash is full, the oldest goes first; the storage page shows how much your plan keeps.',
  'trash.none.title': 'The trash is empty',
  'trash.none.text': 'Scenes that you delete can be taken back from here.',
  'trash.daysLeft.one': '{count} day left',
  'trash.daysLeft.other': '{count} days left',
  'trash.restore': 'Restore',
  'trash.erase': 'Delete for good',
  'trash.erase.one': 'Delete “{name}” for good?',
  'trash.erase.many.one': 'Delete {count} scene for good?',
  'trash.erase.many.other': 'Delete {count} scenes for good?',
  'trash.erase.text': 'This cannot be undone. Files that no other scene uses are deleted as well.',
  'trash.empty': 'Empty trash',
  'trash.empty.title': 'Empty the whole trash?',
  'trash.emptied': 'The trash is empty.',
} as const;
