/** Selected scenes, and the anchor of a range selection. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

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
export function selectAll(order: readonly string[]): Selection {
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
