import { Check, ChevronRight } from 'lucide-react';
import type { ContextMenu, DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { useNetworkGuard } from '../../hooks/use-network-guard.ts';
import classes from './menu.module.css';
import type { ActionItem, MenuItem } from './menu-items.ts';

/** Parts that Radix' dropdown and context menus have in common. */
type MenuParts = Pick<
  typeof DropdownMenu | typeof ContextMenu,
  'Item' | 'CheckboxItem' | 'ItemIndicator' | 'Separator' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Portal'
>;

/** Renders menu items with the parts of either kind. */
export function MenuBody({ parts, items }: { parts: MenuParts; items: readonly MenuItem[] }) {
  return items.map((item) => <MenuLine key={item.key} parts={parts} item={item} />);
}

function MenuLine({ parts, item }: { parts: MenuParts; item: MenuItem }) {
  switch (item.kind) {
    case 'separator':
      return <parts.Separator className="h-px mx-0 my-1 bg-(--hairline)" />;
    case 'submenu':
      return (
        <parts.Sub>
          <parts.SubTrigger className={classes.item}>
            {item.icon}
            <span className="flex-1 truncate">{item.label}</span>
            <ChevronRight size={16} aria-hidden="true" />
          </parts.SubTrigger>
          <parts.Portal>
            <parts.SubContent className={classes.menu} collisionPadding={8}>
              <MenuBody parts={parts} items={item.items} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      );
    case undefined:
      return <MenuAction parts={parts} item={item} />;
  }
}

function MenuAction({ parts, item }: { parts: MenuParts; item: ActionItem }) {
  const t = useT();
  const { reason, refuse } = useNetworkGuard();
  const isRefused = item.needsServer === true && reason !== null;
  const props = {
    className: classes.item,
    disabled: item.isDisabled ?? false,
    // Not `disabled`, so that the keyboard reaches the item and its reason.
    ...(isRefused && { 'aria-disabled': true, title: reason }),
    onSelect: (event: Event) => {
      if (isRefused) {
        refuse(event);
        return;
      }
      if (item.staysOpen) {
        event.preventDefault();
      }
      item.onSelect();
    },
    'data-danger': item.isDangerous || undefined,
  };
  const words: ReactNode = (
    <>
      {item.picture}
      <span className="flex-1 truncate">{item.label}</span>
      {isRefused && <span className="pl-4 text-(--text-3) text-12">{t('offline.item')}</span>}
      {item.note !== undefined && <span className="pl-4 text-(--text-3) text-12">{item.note}</span>}
      {item.shortcut !== undefined && <kbd className="pl-4 text-(--text-3) text-12">{item.shortcut}</kbd>}
    </>
  );
  if (item.isChecked === undefined) {
    return (
      <parts.Item {...props}>
        {item.icon}
        {words}
      </parts.Item>
    );
  }
  return (
    <parts.CheckboxItem {...props} checked={item.isChecked}>
      {item.isChecked ? <Check size={16} aria-hidden="true" /> : <span className="w-(--icon) shrink-0" />}
      {words}
    </parts.CheckboxItem>
  );
}
