import { classNames } from '../../components/class-names.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { type Action, labelOf } from '../actions/action.ts';
import { useActionMenu } from '../actions/use-action-menu.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import classes from './tool-rail.module.css';

/** One button for a group of actions, where the rail has no room for all: it shows the one that is on, or the first. */
export function RailFold({ label, actions }: { label: string; actions: readonly Action[] }) {
  const editor = useEditor();
  const translations = useFirstTranslations();
  useSignalValue(editor.tools.activeId);
  useSignalValue(editor.preferences.values);
  const items = useActionMenu(actions.map(({ id }) => id)).map((item, i) => {
    const isOn = actions[i]?.isOn?.(editor);
    return item.kind === 'action' && isOn !== undefined ? { ...item, isChecked: isOn } : item;
  });
  const active = actions.find((action) => action.isOn?.(editor));
  const shown = active ?? actions[0];
  const name = active ? `${label}: ${labelOf(active, translations)}` : label;
  return (
    <Dropdown
      label={label}
      items={items}
      side="right"
      align="start"
      className="relative flex shrink-0"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={classNames(classes.button, classes.fold)}
          aria-label={name}
          title={name}
          data-on={active !== undefined || undefined}
        >
          {shown && <Icon name={shown.icon} size={20} />}
        </button>
      )}
    />
  );
}
