/** The scenes that are chosen, and the one from which a range is drawn. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

/** Chooses one more, or lets go of it. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) {
    ids.add(id);
  }
  return ids.size === 0 ? NO_SELECTION : { ids, anchor: id };
}

/** Chooses everything from the anchor to this one as well, in the order in which they are shown. */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) {
    return toggle(selection, id);
  }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Chooses all that are shown. */
export function selectAll(order: readonly string[]): Selection {
  return order.length === 0 ? NO_SELECTION : { ids: new Set(order), anchor: order[0] ?? null };
}

/** Lets go of what is not shown any more; the same object if nothing has gone. */
export function keepOnly(selection: Selection, order: readonly string[]): Selection {
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  if (ids.length === selection.ids.size) {
    return selection;
  }
  const anchor = selection.anchor !== null && shown.has(selection.anchor) ? selection.anchor : null;
  return ids.length === 0 ? NO_SELECTION : { ids: new Set(ids), anchor };
}
