/** English texts of the notices of a full workspace. */
export const messages = {
  'notice.scenes.title': 'Scenes limit exceeded',
  'notice.scenes.text': 'The {plan} plan holds {max} scenes. Delete one to make room, or upgrade to go on.',
  'notice.workspaces.title': 'Your plan allows no further workspace',
  'notice.workspaces.text': 'The Enterprise plan comes with five workspaces.',
  'notice.storage-full.title': 'Your storage is full',
  'notice.storage-full.text':
    'The {plan} plan holds {storage}. Delete models and pictures that you no longer need, or upgrade to get more room.',
  'notice.overflown.title': 'This workspace holds more than its plan allows',
  'notice.overflown.text':
    'Scenes can be opened and deleted, but not changed, until there is room again or the plan is a larger one.',
  'notice.top-scenes.title': 'Scenes limit exceeded',
  'notice.top-scenes.text': 'The {plan} plan holds {max} scenes. Delete one to make room.',
  'notice.top-storage-full.title': 'Your storage is full',
  'notice.top-storage-full.text':
    'The {plan} plan holds {storage}. Delete models and pictures that you no longer need to make room.',
  'notice.top-overflown.title': 'This workspace holds more than its plan allows',
  'notice.top-overflown.text':
    'Scenes can be opened and deleted, but not changed, until the workspace holds no more than {storage}.',
  'notice.needs-sync.title': 'Activate your new plan',
  'notice.needs-sync.text': 'Your plan has been paid but is not active yet. Tell us, and we look into it.',
  'notice.guest-scenes.title': 'Scenes limit exceeded',
  'notice.guest-scenes.text': 'Its owner can make room or choose a larger plan.',
  'notice.guest-storage.title': 'The storage of this workspace is full',
  'notice.guest-storage.text': 'Its owner can make room or choose a larger plan.',
  'notice.guest-overflown.title': 'This workspace holds more than its plan allows',
  'notice.guest-overflown.text': 'Its scenes can be opened but not changed until its owner has made room.',
  'notice.gotIt': 'Got it',
  'notice.notify': 'Notify the owner',
  'notice.notified': 'A mail to the owner is on its way.',
  'notice.notifiedBefore': 'The owner has had a mail about this within a day.',
} as const;
