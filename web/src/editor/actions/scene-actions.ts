import type { Action } from './action.ts';

/** What is done with the whole scene. */
export const sceneActions: readonly Action[] = [
  {
    id: 'import',
    label: 'action.import',
    group: 'scene',
    icon: 'import',
    keys: ['Mod+I'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.requestFiles(),
  },
  {
    id: 'library',
    label: 'action.library',
    group: 'scene',
    icon: 'library',
    keys: ['Shift+L'],
    isEdit: true,
    isOn: ({ ui }) => ui.get().isLibraryOpen && ui.get().arePanelsShown,
    perform: ({ editor: { ui } }) => ui.toggleLibrary(),
  },
  {
    id: 'versions',
    label: 'action.versions',
    group: 'scene',
    icon: 'history',
    keys: ['Mod+Alt+H'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'versions' }),
  },
  {
    id: 'reimagine',
    label: 'action.reimagine',
    group: 'scene',
    icon: 'sparkles',
    keys: [],
    isEdit: true,
    predicate: ({ canReimagine }) => canReimagine.get(),
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'reimagine' }),
  },
  {
    id: 'publish',
    label: 'action.publish',
    group: 'scene',
    icon: 'rocket',
    keys: ['Mod+Enter'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'publish' }),
  },
];
