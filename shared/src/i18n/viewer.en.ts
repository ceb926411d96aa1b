/** Words of the public page and the embed in English; apart from the app's, so that an embed ships only these. */
export const viewerEn = {
  loading: 'Loading',
  'loading.percent': 'Loading {percent} %',
  by: 'by {author}',
  canvas: '3D view of {name}. Drag to turn, scroll to zoom, arrow keys to move.',
  resetView: 'Back to the first view',
  fullscreen: 'Full screen',
  'fullscreen.exit': 'Leave full screen',
  ar: 'View in your space',
  'ar.title': 'View it in your space',
  'ar.intro': 'Open this address on a phone and tap “View in your space”, or download the scene.',
  'ar.address': 'Address of this scene',
  'ar.copy': 'Copy',
  'ar.copied': 'Copied',
  'ar.usdz': 'USDZ for iPhone and iPad',
  'ar.glb': 'GLB for Android and 3D software',
  'ar.loopback':
    'This address works on this computer only. The people who run this installation can give it one that phones can reach.',
  close: 'Close',
  details: 'About this scene',
  'failed.one': '{name} could not be loaded. The rest of the scene is complete.',
  'failed.other': '{count} parts could not be loaded: {name}. The rest of the scene is complete.',
  retry: 'Try again',
  noWebgl:
    'This browser cannot draw 3D. The picture shows the scene; try another browser or device to look around.',
  contextLost: 'The graphics card is busy. The scene comes back by itself.',
  'absent.title': 'This scene is not available',
  'absent.text':
    'It may have been unpublished or moved, or the address may be incomplete. Ask whoever sent it to you.',
  'blocked.title': 'This scene is paused',
  'blocked.text': 'Its owner has to sort something out before it can be seen again.',
  'locked.title': '{name} is protected',
  'locked.text': 'Enter the password that came with the link.',
  'locked.password': 'Password',
  'locked.submit': 'Open the scene',
  'locked.wrong': 'That password is not right.',
  'locked.tooMany': 'Too many tries. Wait a minute, then try again.',
  'locked.embed': 'Open it on its own page',
  'unreachable.title': 'The scene did not load',
  'unreachable.text': 'Check your connection, then try again.',
  openPage: 'Open {name} on its own page',
} as const;

/** The words of {@link viewerEn}, by key. */
export type ViewerMessages = typeof viewerEn;
