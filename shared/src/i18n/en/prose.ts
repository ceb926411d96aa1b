import type { Prose, ProsePage } from '../prose.ts';

/** The text pages in English. An installation with custom texts configures their addresses instead. */
export const messages: Record<ProsePage, Prose> = {
  help: {
    title: 'Help',
    lead: 'Go from an empty scene to an object you can walk around in your own room.',
    sections: [
      {
        heading: 'Create a scene',
        paragraphs: [
          'Click New scene on the dashboard. The editor opens with an empty viewport: the tools are on the left, the list of objects next to them, and the properties of your selection on the right.',
          'Everything is saved as you work. The dot next to the name shows when your last change has been saved on the server.',
        ],
      },
      {
        heading: 'Import models and images',
        paragraphs: [
          'Drop files into the viewport. Models: {model}; a ZIP contains one model with its textures. Files can be up to 300 MB each.',
          'Images: {image}. Material textures: {texture}. Annotation images: {mark}, up to 5 MB each. Skies: {sky}. Fonts: {font}. Sounds: {sound}, up to 20 MB and 10 minutes each.',
          'Models are converted and optimized during import. The import report lists the changes and any missing files.',
        ],
      },
      {
        heading: 'Move, rotate and undo',
        paragraphs: [
          'Drag to orbit, right-drag to pan, scroll to zoom. W, E and R switch between moving, rotating and scaling. Ctrl Z undoes your own last step, never someone else’s.',
          'Press ? in the editor to see all shortcuts, or Ctrl K to find any command by name.',
        ],
      },
      {
        heading: 'Publish and view it in your room',
        paragraphs: [
          'Publishing creates a link that anyone can open, or only people with the password. On iPhone the page opens AR in Quick Look, on Android in Scene Viewer.',
          'Later edits stay private until you publish again.',
        ],
      },
      {
        heading: 'Work together',
        paragraphs: [
          'Invite people to a scene, a project or the whole workspace under People and settings. Editors work on the scene with you at the same time; viewers can view and comment.',
        ],
      },
      {
        heading: 'Troubleshooting',
        paragraphs: [
          'You can always open a full workspace and delete files from it. Deleted scenes stay in the trash for 30 days.',
          'If you need help, contact support and describe what you did last. The address of your current page is sent with your message.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms of use',
    lead: 'The operator of this Diorama installation provides it under these terms.',
    sections: [
      {
        heading: 'Your account',
        paragraphs: [
          'You need your own account with a valid email address. Keep your password private, and contact support if someone else may know it.',
        ],
      },
      {
        heading: 'Your content',
        paragraphs: [
          'The content you upload and create remains yours. You allow the service to store, convert and show it as needed to provide the features you use, such as publishing a scene.',
          'Upload only content you have the right to use. Content that violates the law or the rights of others can be removed, and accounts that repeatedly do so can be suspended.',
        ],
      },
      {
        heading: 'Plans and quotas',
        paragraphs: [
          'A plan sets how many scenes and how much storage a workspace has. Over the quota, scenes can be opened and deleted but not edited.',
          'Content in a workspace that has been over the free quota for a year may be deleted after notice by email.',
        ],
      },
      {
        heading: 'The service',
        paragraphs: [
          'The service is provided as is. Your work is saved automatically, and you can download your originals and outputs at any time. Keep a copy of anything you cannot afford to lose.',
        ],
      },
      {
        heading: 'Closing your account',
        paragraphs: ['You can export your data and delete your account in your profile at any time.'],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What data this Diorama installation stores about you, why, and for how long.',
    sections: [
      {
        heading: 'Data we store',
        paragraphs: [
          'Your name, email address, language, time zone and picture as you enter them; a hash of your password; your sessions with the name of the browser; and the content you upload, create, comment on and share.',
          'If you signed up through a campaign or a friend’s link, this is stored with your account.',
        ],
      },
      {
        heading: 'Who can see it',
        paragraphs: [
          'People you share with see your name and picture. They see your email address only if you invited them. A published scene shows your name as its author.',
          'Visitors to published scenes are counted by a hash of their IP address and browser, with a salt that is discarded each day. No other visitor data is stored.',
        ],
      },
      {
        heading: 'Analytics',
        paragraphs: [
          'Analytics services run only if the operator of this installation has configured them, and only with your consent. You can change your choice on the cookie policy page.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'In your profile you can view and correct your data, export all of it, and delete your account with all its content. For anything else, contact support.',
        ],
      },
    ],
  },
  cookies: {
    title: 'Cookie policy',
    lead: 'What Diorama stores in your browser.',
    sections: [
      {
        heading: 'Required',
        paragraphs: [
          'Your session, language, theme, current workspace, list settings, and unsaved edits to a scene while you are offline. The product does not work without these.',
        ],
      },
      {
        heading: 'Referrals',
        paragraphs: [
          'If you arrive through a campaign or a friend’s link, a first-party cookie stores this until you sign up, for a limited number of days. No one else reads it.',
        ],
      },
      {
        heading: 'Analytics',
        paragraphs: [
          'Analytics services set their own cookies only with your consent and only if the installation has configured them.',
        ],
      },
    ],
  },
};
