import { Copy, FolderInput, Tag, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './bulk-bar.module.css';
import { isManaged, type SceneItem } from './scene-item.ts';

type Handler = (scenes: readonly SceneItem[]) => void;

/** Actions on the selected scenes; there are none for shared scenes. */
export function BulkBar({
  scenes,
  onMove,
  onLabel,
  onDuplicate,
  onDelete,
  onSelectAll,
  onClear,
}: {
  scenes: readonly SceneItem[];
  onMove: Handler;
  onLabel: Handler;
  onDuplicate: Handler;
  onDelete: Handler;
  /** `null` when all are selected. */
  onSelectAll: (() => void) | null;
  onClear: () => void;
}) {
  const t = useT();
  const managed = scenes.filter(isManaged);
  const action = (label: string, icon: ReactNode, handler: Handler) => (
    <BulkButton
      label={label}
      icon={icon}
      onPress={() => handler(managed)}
      isDisabled={managed.length === 0}
    />
  );
  return (
    <BulkFrame count={scenes.length} onSelectAll={onSelectAll} onClear={onClear}>
      {action(t('organise.move'), <FolderInput size={16} aria-hidden="true" />, onMove)}
      {action(t('organise.label'), <Tag size={16} aria-hidden="true" />, onLabel)}
      {action(t('scene.duplicate'), <Copy size={16} aria-hidden="true" />, onDuplicate)}
      {action(t('common.delete'), <Trash2 size={16} aria-hidden="true" />, onDelete)}
    </BulkFrame>
  );
}

/** Bar at the bottom: number of selected items, actions, and a button to clear the selection. */
export function BulkFrame({
  count,
  onSelectAll,
  onClear,
  children,
}: {
  count: number;
  onSelectAll: (() => void) | null;
  onClear: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('organise.bar')}>
      <span className="px-2 py-0 text-13 font-medium whitespace-nowrap" role="status">
        {t('organise.selected', { count })}
      </span>
      {onSelectAll && (
        <Button variant="ghost" className="max-lg:hidden" onClick={onSelectAll}>
          {t('organise.selectAll')}
        </Button>
      )}
      <span className="w-px h-5 shrink-0 mx-1 my-0 bg-(--hairline-strong)" aria-hidden="true" />
      {children}
      <IconButton
        className={classes.action}
        label={t('organise.clear')}
        icon={<X size={16} aria-hidden="true" />}
        onClick={onClear}
      />
    </div>
  );
}

/** An action of the bar, whose label is hidden on narrow screens. */
export function BulkButton({
  label,
  icon,
  onPress,
  isDisabled = false,
}: {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  isDisabled?: boolean;
}) {
  return (
    <NetworkButton
      variant="ghost"
      className={classes.action}
      icon={icon}
      aria-label={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <span className="max-lg:hidden">{label}</span>
    </NetworkButton>
  );
}
