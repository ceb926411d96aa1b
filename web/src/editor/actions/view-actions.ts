import { cameraFromView, lookThrough, saveView } from '../commands/cameras.ts';
import {
  focusSelection,
  goToOpeningView,
  lookFrom,
  togglePerspective,
  VIEW_SIDES,
} from '../commands/focus.ts';
import { toggleIsolation } from '../commands/isolate.ts';
import { selectedCamera } from '../queries/cameras.ts';
import type { Action } from './action.ts';

/** Side views, on the keys that other 3D tools use. */
const sideActions: readonly Action[] = VIEW_SIDES.map(({ id, key, direction }) => ({
  id: `view.${id}`,
  label: `action.view.${id}` as const,
  group: 'view',
  icon: 'box',
  keys: [key],
  isEdit: false,
  perform: ({ editor }) => lookFrom(editor, direction),
}));

/** View settings of this user; other users are not affected. */
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
    id: 'orthographic',
    label: 'action.orthographic',
    group: 'view',
    icon: 'cuboid',
    keys: ['5'],
    isEdit: false,
    isOn: ({ camera }) => camera.projection === 'orthographic',
    perform: ({ editor }) => togglePerspective(editor),
  },
  {
    id: 'walk',
    label: 'action.walk',
    group: 'view',
    icon: 'footprints',
    keys: ['Shift+F'],
    isEdit: false,
    perform: ({ editor }) => {
      editor.tools.losePointer();
      editor.ui.change({ isWalking: true });
    },
  },
  {
    id: 'saveView',
    label: 'action.saveView',
    group: 'view',
    icon: 'video',
    keys: [],
    isEdit: true,
    perform: ({ editor, translations: { t } }) => saveView(editor, t('node.camera')),
  },
  {
    id: 'lookThrough',
    label: 'action.lookThrough',
    group: 'view',
    icon: 'eye',
    keys: [],
    isEdit: false,
    predicate: (editor) => selectedCamera(editor) !== null,
    perform: ({ editor }) => lookThrough(editor, selectedCamera(editor) ?? ''),
  },
  {
    id: 'cameraFromView',
    label: 'action.cameraFromView',
    group: 'view',
    icon: 'video',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedCamera(editor) !== null,
    perform: ({ editor }) => cameraFromView(editor, selectedCamera(editor) ?? ''),
  },
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
    icon: 'magnet',
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
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'palette', sought: '' }),
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
