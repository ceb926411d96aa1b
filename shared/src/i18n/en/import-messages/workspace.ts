/** English messages about the import of a workspace's archive. Workers store the key with its parameters. */
export const messages = {
  'workspace.not-archive': 'The file is not a workspace archive: {file} is missing.',
  'workspace.newer':
    'This archive was created by a newer version of Diorama. Update this installation first.',
  'workspace.invalid': 'The file {file} in the archive is not valid at “{place}”: {reason}.',
  'workspace.missing': 'The file {file} is missing from the archive.',
  'workspace.twice': 'The archive contains the file {file} twice.',
  'workspace.sum': 'The file {file} in the archive is damaged: its checksum does not match.',
  'workspace.json-size': 'The file {file} in the archive is larger than {limit} MB.',
  'workspace.no-room-scenes':
    'The archive has {count} new scenes, and your plan allows {room} more. Nothing was imported.',
  'workspace.no-room-storage':
    'The archive’s new files and components need {size} MB, and your plan has {room} MB left. Nothing was imported.',
  'workspace.no-room-tags':
    'The workspace would have {count} tags, and the limit is {limit}. Nothing was imported.',
  'workspace.paused': 'The workspace is paused or over its storage limit. Nothing was imported.',
  'workspace.room-taken':
    'Other changes used up the remaining space in your plan. Imported items are kept; import the archive again to add the rest.',
  'workspace.unfinished':
    'Something went wrong on our side. Imported items are kept; import the archive again to add the rest.',
  'workspace.scenes.one': '{count} scene added',
  'workspace.scenes.other': '{count} scenes added',
  'workspace.scenes-known.one': '{count} scene already existed',
  'workspace.scenes-known.other': '{count} scenes already existed',
  'workspace.scenes-published.one': '{count} scene was published before. Publish it again here.',
  'workspace.scenes-published.other': '{count} scenes were published before. Publish them again here.',
  'workspace.files.one': '{count} file added',
  'workspace.files.other': '{count} files added',
  'workspace.files-known.one': '{count} file already existed',
  'workspace.files-known.other': '{count} files already existed',
  'workspace.files-left-out.one': '{count} file was skipped: its format is not supported',
  'workspace.files-left-out.other': '{count} files were skipped: their formats are not supported',
  'workspace.files-missing.one': '{count} file was missing when the archive was created',
  'workspace.files-missing.other': '{count} files were missing when the archive was created',
  'workspace.versions-left-out.one': '{count} named version exceeds your plan’s limit',
  'workspace.versions-left-out.other': '{count} named versions exceed your plan’s limit',
  'workspace.library.one': '{count} library item added',
  'workspace.library.other': '{count} library items added',
  'workspace.people.one': '{count} person was invited by email',
  'workspace.people.other': '{count} people were invited by email',
  'workspace.people-left-out.one': '{count} person was not invited. Invite them under People.',
  'workspace.people-left-out.other': '{count} people were not invited. Invite them under People.',
  'workspace.settings': 'Settings were applied because the workspace had no scenes',
} as const;
