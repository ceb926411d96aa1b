/** English texts of the trash. */
export const messages = {
  'trash.text':
    'Scenes stay here for 30 days and do not count toward your plan. When the trash is full, the oldest are deleted first; the storage page shows your plan’s limit.',
  'trash.none.title': 'The trash is empty',
  'trash.none.text': 'You can restore deleted scenes from here.',
  'trash.daysLeft.one': '{count} day left',
  'trash.daysLeft.other': '{count} days left',
  'trash.restore': 'Restore',
  'trash.erase': 'Delete permanently',
  'trash.erase.one': 'Permanently delete “{name}”?',
  'trash.erase.many.one': 'Permanently delete {count} scene?',
  'trash.erase.many.other': 'Permanently delete {count} scenes?',
  'trash.erase.text': 'This cannot be undone. Files that no other scene uses are deleted as well.',
  'trash.empty': 'Empty trash',
  'trash.empty.title': 'Empty the trash?',
  'trash.emptied': 'The trash is empty.',
} as const;
