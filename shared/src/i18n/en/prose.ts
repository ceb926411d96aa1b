import type { Prose, ProsePage } from '../prose.ts';

/** The text pages in English. An installation with custom texts configures their addresses instead. */
export const messages: Record<ProsePage, Prose> = {
  help: {
    title: 'Help',
    lead: 'From an empty scene to something you can walk around in your own room.',
    sections: [
      {
        heading: 'Make a scene',
        paragraphs: [
          'Press New scene on the dashboard. The editor opens with an empty stage: the tools are on the left, the list of objects beside them, and the properties of what you select on the right.',
          'Everything is saved as you work. The dot beside the name says when the last change has reached the server.',
        ],
      },
      {
        heading: 'Bring in models and pictures',
        paragraphs: [
          'Drop files onto the stage. Models: {model}, where a zip holds one model with its textures. A file may have up to 300 MB.',
          'Pictures: {image}. Textures of materials: {texture}. Pictures of annotations: {mark}, up to 5 MB each. Skies: {sky}. Fonts: {font}. Sounds: {sound}, up to 20 MB and 10 minutes each.',
          'Models are converted and made lighter on the way in. The report of an import lists what was changed and which files were missing.',
        ],
      },
      {
        heading: 'Move, turn and undo',
        paragraphs: [
          'Drag to orbit, right-drag to pan, scroll to zoom. W, E and R switch between moving, turning and scaling; Ctrl Z takes back your own last step, never the step of somebody else.',
          'Press ? in the editor for the whole list of shortcuts, or Ctrl K to find any action by its name.',
        ],
      },
      {
        heading: 'Publish and look at it in your room',
        paragraphs: [
          'Publish makes a link that anybody, or only who knows the password, can open. On an iPhone the page offers Quick Look, on Android the scene viewer.',
          'Later edits stay private until you publish again.',
        ],
      },
      {
        heading: 'Work together',
        paragraphs: [
          'Invite people to a scene, to a project or to the whole workspace from People and settings. Editors change the scene with you at the same time; viewers look and comment.',
        ],
      },
      {
        heading: 'When something is in the way',
        paragraphs: [
          'A full workspace can still be opened and cleaned up: deleting is always allowed. Scenes you delete stay in the trash for 30 days.',
          'If you are stuck, write to support and say what you did last. The page you were on is sent along.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms of use',
    lead: 'Whoever runs this installation of Diorama offers it to you under these terms.',
    sections: [
      {
        heading: 'Your account',
        paragraphs: [
          'You need an account of your own with an address that reaches you. Keep its password to yourself, and tell support if somebody else may know it.',
        ],
      },
      {
        heading: 'Your content',
        paragraphs: [
          'What you upload and make stays yours. You allow the service to store, convert and show it, as far as that is needed to do what you ask of it, such as publishing a scene.',
          'Upload only what you may use. Content that breaks the law or the rights of others can be taken down, and an account that keeps doing so can be suspended.',
        ],
      },
      {
        heading: 'Plans and quotas',
        paragraphs: [
          'A plan sets how many scenes and how much storage a workspace has. Over the quota, scenes can be opened and deleted but not changed.',
          'Content of a workspace that has been over the free quota for a year may be deleted, after notice by mail.',
        ],
      },
      {
        heading: 'The service',
        paragraphs: [
          'The service is offered as it is. Work is saved as you go, and you can download your originals and outputs at any time; keep a copy of what you cannot lose.',
        ],
      },
      {
        heading: 'Leaving',
        paragraphs: ['You can export your data and delete your account in your profile at any time.'],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What this installation of Diorama knows of you, why, and for how long.',
    sections: [
      {
        heading: 'What is stored',
        paragraphs: [
          'Your name, address, language, time zone and picture, as you enter them; a hash of your password; your sessions with the name of the browser; what you upload, make, comment and share.',
          'If you came by a campaign or by a friend’s link, that is kept with your sign-up.',
        ],
      },
      {
        heading: 'Who sees it',
        paragraphs: [
          'People you share with see your name and picture, never your address unless you invited them by it. A published scene shows your name as its author.',
          'Visitors of published scenes are counted by a hash of address and browser, with a salt that is thrown away each day; nothing else of them is kept.',
        ],
      },
      {
        heading: 'Measurement',
        paragraphs: [
          'Measurement services run only if whoever runs this installation has configured them, and only after you agree. You can change your mind on the cookies page.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'In your profile you can read and correct your data, export all of it, and delete your account with everything in it. For anything else, write to support.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Cookie policy',
    lead: 'What Diorama keeps in your browser.',
    sections: [
      {
        heading: 'Needed',
        paragraphs: [
          'Your session, your language, the chosen theme and workspace, how lists look, and unsaved edits of a scene while you are offline. Without these the product does not work.',
        ],
      },
      {
        heading: 'Where you came from',
        paragraphs: [
          'If you arrive by a campaign or a friend’s link, a cookie of ours remembers it until you sign up, for a limited number of days. It is read by nobody else.',
        ],
      },
      {
        heading: 'Measurement',
        paragraphs: [
          'Only with your consent, and only where the installation has configured it, measurement services set cookies of their own.',
        ],
      },
    ],
  },
};
