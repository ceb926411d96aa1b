import { focusSelection, goToOpeningView, lookFrom, VIEW_SIDES } from '../commands/focus.ts';
import { toggleIsolation } from '../commands/isolate.ts';
import type { Action } from './action.ts';

/** Looking from a side, as other tools of the trade have it on these keys. */
const sideActions: readonly Action[] = VIEW_SIDES.map(({ id, key, direction }) => ({
  id: `view.${id}`,
  label: `action.view.${id}` as const,
  group: 'view',
  icon: 'box',
  keys: [key],
  isEdit: false,
  perform: ({ editor }) => lookFrom(editor, direction),
}));

/** How the person sees the scene; nobody else is touched. */
export const viewActions: readonly Action[] = [
  {
    id: 'focus',
    label: 'action.focus',
    group: 'view',
    icon: 'scan',
    keys: ['F'],
    isEdit: false,
    perform: ({ editor }) => focusSelection(editor),
  },
  {
    id: 'openingView',
    label: 'action.openingView',
    group: 'view',
    icon: 'house',
    keys: ['Home'],
    isEdit: false,
    perform: ({ editor }) => goToOpeningView(editor),
  },
  ...sideActions,
  {
    id: 'isolate',
    label: 'action.isolate',
    group: 'view',
    icon: 'focus',
    keys: ['/'],
    isEdit: false,
    predicate: ({ selection, hidden }) => selection.get().length > 0 || hidden.get().size > 0,
    isOn: ({ hidden }) => hidden.get().size > 0,
    perform: ({ editor }) => toggleIsolation(editor),
  },
  {
    id: 'snap',
    label: 'action.snap',
    group: 'view',
    icon: 'magnet',
    keys: ['G'],
    isEdit: true,
    isOn: ({ preferences }) => preferences.get().isSnapping,
    perform: ({ editor: { preferences } }) =>
      preferences.change({ isSnapping: !preferences.get().isSnapping }),
  },
  {
    id: 'snapSettings',
    label: 'snap.title',
    group: 'view',
    icon: 'sliders-horizontal',
    keys: [],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ isSnapOpen: true }),
  },
  {
    id: 'space',
    label: 'action.space',
    group: 'view',
    icon: 'axis-3d',
    keys: ['L'],
    isEdit: true,
    isOn: ({ preferences }) => preferences.get().space === 'local',
    perform: ({ editor: { preferences } }) =>
      preferences.change({ space: preferences.get().space === 'local' ? 'world' : 'local' }),
  },
  {
    id: 'grid',
    label: 'action.grid',
    group: 'view',
    icon: 'grid-3x3',
    keys: ['Shift+G'],
    isEdit: false,
    isOn: ({ preferences }) => preferences.get().isGridShown,
    perform: ({ editor: { preferences } }) =>
      preferences.change({ isGridShown: !preferences.get().isGridShown }),
  },
  {
    id: 'panels',
    label: 'action.panels',
    group: 'view',
    icon: 'panel-left',
    keys: ['Mod+.'],
    isEdit: false,
    isOn: ({ ui }) => ui.get().arePanelsShown,
    perform: ({ editor: { ui } }) => ui.change({ arePanelsShown: !ui.get().arePanelsShown }),
  },
  {
    id: 'palette',
    label: 'action.palette',
    group: 'view',
    icon: 'command',
    keys: ['Mod+K'],
    isEdit: false,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'palette' }),
  },
  {
    id: 'help',
    label: 'action.help',
    group: 'view',
    icon: 'keyboard',
    keys: ['?'],
    isEdit: false,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'help' }),
  },
];
