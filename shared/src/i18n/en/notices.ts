/** English texts of the notices of a full workspace. */
export const messages = {
  'notice.scenes.title': 'Scenes limit exceeded',
  'notice.scenes.text': 'The {plan} plan includes {max} scenes. Delete one, or upgrade to continue.',
  'notice.workspaces.title': 'Your plan does not allow another workspace',
  'notice.workspaces.text': 'The Enterprise plan includes five workspaces.',
  'notice.storage-full.title': 'Your storage is full',
  'notice.storage-full.text':
    'The {plan} plan includes {storage}. Delete models and images you no longer need, or upgrade to get more storage.',
  'notice.overflown.title': 'This workspace is over its plan’s limits',
  'notice.overflown.text':
    'You can open and delete scenes, but not edit them, until you free up space or choose a larger plan.',
  'notice.top-scenes.title': 'Scenes limit exceeded',
  'notice.top-scenes.text': 'The {plan} plan includes {max} scenes. Delete one to create another.',
  'notice.top-storage-full.title': 'Your storage is full',
  'notice.top-storage-full.text':
    'The {plan} plan includes {storage}. Delete models and images you no longer need to free up space.',
  'notice.top-overflown.title': 'This workspace is over its plan’s limits',
  'notice.top-overflown.text':
    'You can open and delete scenes, but not edit them, until the workspace uses at most {storage}.',
  'notice.needs-sync.title': 'Activate your new plan',
  'notice.needs-sync.text':
    'Your plan has been paid for but is not active yet. Contact us, and we will look into it.',
  'notice.guest-scenes.title': 'Scenes limit exceeded',
  'notice.guest-scenes.text': 'The workspace’s owner can free up space or choose a larger plan.',
  'notice.guest-storage.title': 'This workspace’s storage is full',
  'notice.guest-storage.text': 'The workspace’s owner can free up space or choose a larger plan.',
  'notice.guest-overflown.title': 'This workspace is over its plan’s limits',
  'notice.guest-overflown.text': 'Its scenes can be opened but not edited until its owner frees up space.',
  'notice.gotIt': 'Got it',
  'notice.notify': 'Notify the owner',
  'notice.notified': 'The owner has been notified by email.',
  'notice.notifiedBefore': 'The owner was already notified within the last day.',
} as const;
