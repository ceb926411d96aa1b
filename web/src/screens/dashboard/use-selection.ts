import { useEffect, useEffectEvent, useState } from 'react';

/** Selected scenes, and the anchor of a range selection. */
type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

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
      setSelection(selectAllScenes(order));
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
    selectAll: () => setSelection(selectAllScenes(order)),
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

/** Toggles one scene. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) {
    ids.add(id);
  }
  return ids.size === 0 ? NO_SELECTION : { ids, anchor: id };
}

/** Adds everything from the anchor to this one, in the displayed order. */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) {
    return toggle(selection, id);
  }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Selects all displayed scenes. */
export function selectAllScenes(order: readonly string[]): Selection {
  return order.length === 0 ? NO_SELECTION : { ids: new Set(order), anchor: order[0] ?? null };
}

/** Drops scenes that are no longer displayed; returns the same object if there are none. */
export function keepOnly(selection: Selection, order: readonly string[]): Selection {
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  if (ids.length === selection.ids.size) {
    return selection;
  }
  const anchor = selection.anchor !== null && shown.has(selection.anchor) ? selection.anchor : null;
  return ids.length === 0 ? NO_SELECTION : { ids: new Set(ids), anchor };
}
