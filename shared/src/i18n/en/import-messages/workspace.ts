/** English messages about the import of a workspace's archive. Workers store the key with its parameters. */
export const messages = {
  'workspace.not-archive': 'The file is not the archive of a workspace: it lacks {file}.',
  'workspace.newer': 'A newer version of Diorama made this archive. Update this installation first.',
  'workspace.invalid': 'The file {file} of the archive is not valid at “{place}”: {reason}.',
  'workspace.missing': 'The archive lacks the file {file}.',
  'workspace.twice': 'The archive holds the file {file} twice.',
  'workspace.sum': 'The file {file} of the archive is damaged: its checksum differs.',
  'workspace.json-size': 'The file {file} of the archive is larger than {limit} MB.',
  'workspace.no-room-scenes':
    'The archive has {count} new scenes, and your plan has room for {room}. Nothing was imported.',
  'workspace.no-room-storage':
    'The new files and components of the archive take {size} MB, and your plan has {room} MB left. Nothing was imported.',
  'workspace.no-room-tags':
    'The workspace would have {count} tags, and {limit} are the limit. Nothing was imported.',
  'workspace.paused': 'The workspace is paused or uses more storage than its plan has. Nothing was imported.',
  'workspace.room-taken':
    'Other changes used the remaining room of your plan. What was imported stays; import the archive again for the rest.',
  'workspace.unfinished':
    'The fault is ours. What was imported stays; import the archive again, and only the rest is added.',
  'workspace.scenes.one': '{count} scene added',
  'workspace.scenes.other': '{count} scenes added',
  'workspace.scenes-known.one': '{count} scene was here already',
  'workspace.scenes-known.other': '{count} scenes were here already',
  'workspace.scenes-published.one': '{count} scene had been published. Publish it again here.',
  'workspace.scenes-published.other': '{count} scenes had been published. Publish them again here.',
  'workspace.files.one': '{count} file added',
  'workspace.files.other': '{count} files added',
  'workspace.files-known.one': '{count} file was here already',
  'workspace.files-known.other': '{count} files were here already',
  'workspace.files-left-out.one': '{count} file was left out: its format is not accepted',
  'workspace.files-left-out.other': '{count} files were left out: their formats are not accepted',
  'workspace.files-missing.one': '{count} file was missing when the archive was made',
  'workspace.files-missing.other': '{count} files were missing when the archive was made',
  'workspace.versions-left-out.one': '{count} named version exceeds what your plan keeps',
  'workspace.versions-left-out.other': '{count} named versions exceed what your plan keeps',
  'workspace.library.one': '{count} library item added',
  'workspace.library.other': '{count} library items added',
  'workspace.people.one': '{count} person was invited by mail',
  'workspace.people.other': '{count} people were invited by mail',
  'workspace.people-left-out.one': '{count} person was not invited. Invite them under People.',
  'workspace.people-left-out.other': '{count} people were not invited. Invite them under People.',
  'workspace.settings': 'Settings were applied, as the workspace had no scenes',
} as const;
