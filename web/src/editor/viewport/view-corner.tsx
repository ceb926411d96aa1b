import type { NodeKind } from '@diorama/shared/scene/document.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { isEnabled, labelOf } from '../actions/action.ts';
import { getAction } from '../actions/index.ts';
import { shortcutOf } from '../actions/use-action-menu.tsx';
import { lookThrough } from '../commands/cameras.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { useNodes } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { camerasOf } from '../queries/cameras.ts';
import { useIdsOf } from '../scene-overlay/use-nodes.ts';
import classes from './view-corner.module.css';
import { ViewCube } from './view-cube.tsx';

/** View controls in a corner of the viewport: view cube, projection and saved views. */
export function ViewCorner() {
  const room = useLayoutSize();
  return (
    <div className={classes.corner}>
      {room !== 'phone' && (
        <>
          <ViewCube />
          <ViewButton id="orthographic" />
        </>
      )}
      <ViewButton id="walk" />
      <ViewsMenu />
    </div>
  );
}

function ViewButton({ id }: { id: string }) {
  const editor = useEditor();
  const translations = useEditorTranslations();
  useSignalValue(editor.camera.pose);
  const action = getAction(id);
  const label = labelOf(action, translations);
  return (
    <button
      {...tooltip(label, { shortcut: shortcutOf(action), side: 'left' })}
      type="button"
      className={classes.button}
      aria-label={label}
      aria-pressed={action.isOn?.(editor)}
      onClick={() => action.perform({ editor, translations })}
    >
      <Icon name={action.icon} />
    </button>
  );
}

const isCamera = (kind: NodeKind) => kind === 'camera';

/** Menu of the opening view and the scene's cameras, with an item that saves the current view. */
function ViewsMenu() {
  const editor = useEditor();
  const translations = useEditorTranslations();
  const { t } = translations;
  useNodes(useIdsOf(editor, isCamera));
  useSignalValue(editor.isReadOnly);
  const { lookingThrough } = useSignalValue(editor.ui.state);
  const ofAction = (id: string): MenuItem[] => {
    const action = getAction(id);
    return isEnabled(action, editor)
      ? [
          {
            key: id,
            label: labelOf(action, translations),
            icon: <Icon name={action.icon} />,
            shortcut: shortcutOf(action),
            onSelect: () => action.perform({ editor, translations }),
          },
        ]
      : [];
  };
  const cameras = camerasOf(editor).map(
    ({ id, node }): MenuItem => ({
      key: id,
      label: node.name || t('node.camera'),
      icon: <Icon name={id === lookingThrough ? 'eye' : 'video'} />,
      onSelect: () => lookThrough(editor, id),
    }),
  );
  const items = [
    ...ofAction('openingView'),
    ...ofAction('saveView'),
    ...(cameras.length > 0 ? [{ kind: 'separator', key: 'cameras' } as const, ...cameras] : []),
  ];
  const label = t('views.label');
  return (
    <Dropdown
      label={label}
      items={items}
      side="bottom"
      align="end"
      trigger={(props) => (
        <button type="button" {...props} className={classes.button} aria-label={label} title={label}>
          <Icon name="video" />
        </button>
      )}
    />
  );
}
