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
    id: 'publish',
    label: 'action.publish',
    group: 'scene',
    icon: 'rocket',
    keys: ['Mod+Enter'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'publish' }),
  },
];
