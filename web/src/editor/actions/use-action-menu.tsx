import type { MenuItem } from '../../components/menu/menu-items.ts';
import { isMac } from '../hooks/platform.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { chordLabel } from '../kernels/chords.ts';
import { type Action, isEnabled, labelOf } from './action.ts';
import { getAction } from './index.ts';

/** Actions as menu items, with separators between groups. */
export function useActionMenu(ids: readonly string[]): MenuItem[] {
  const editor = useEditor();
  const translations = useFirstTranslations();
  // Stores on which the availability of actions depends.
  useSignalValue(editor.selection.ids);
  useSignalValue(editor.history.state);
  useSignalValue(editor.isReadOnly);
  const actions = ids.map(getAction);
  return actions.flatMap((action, i): MenuItem[] => {
    const item: MenuItem = {
      key: action.id,
      label: labelOf(action, translations),
      icon: <Icon name={action.icon} />,
      shortcut: shortcutOf(action),
      isDisabled: !isEnabled(action, editor),
      isDangerous: action.id === 'delete',
      onSelect: () => action.perform({ editor, translations }),
    };
    const isFirstOfGroup = i > 0 && actions[i - 1]?.group !== action.group;
    return isFirstOfGroup ? [{ kind: 'separator', key: `${action.id}-line` }, item] : [item];
  });
}

/** Display form of an action's first shortcut. */
export function shortcutOf({ keys }: Action): string | undefined {
  const [first] = keys;
  return first === undefined ? undefined : chordLabel(first, isMac());
}
