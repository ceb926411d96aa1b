import { useEffect, useEffectEvent, useState } from 'react';
import { extendTo, keepOnly, NO_SELECTION, type Selection, selectAll, toggle } from './selection.ts';

/** Selection of a list, by pointer and keyboard: Ctrl or Cmd A selects all, Escape clears, Delete deletes. */
export function useSelection(order: readonly string[], onDelete: () => void) {
  const [stored, setSelection] = useState<Selection>(NO_SELECTION);
  const selection = keepOnly(stored, order);

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target)) {
      return;
    }
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      setSelection(selectAll(order));
    } else if (event.key === 'Escape') {
      setSelection(NO_SELECTION);
    } else if (event.key === 'Delete' && selection.ids.size > 0) {
      event.preventDefault();
      onDelete();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return {
    ids: selection.ids,
    toggle: (id: string, isRange: boolean) =>
      setSelection((before) => {
        const current = keepOnly(before, order);
        return isRange ? extendTo(current, id, order) : toggle(current, id);
      }),
    selectAll: () => setSelection(selectAll(order)),
    clear: () => setSelection(NO_SELECTION),
  };
}

/** Whether the keys belong to a text field, dialog or menu. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLElement &&
      target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null) ||
    document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
