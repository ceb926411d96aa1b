/** English names of undo steps; loaded with their list. */
export const historyEn = {
  'history.title': 'Steps',
  'history.start': 'As it was opened',
  'history.added.one': 'Added {name}',
  'history.added.other': 'Added {count} things: {name} …',
  'history.removed.one': 'Deleted {name}',
  'history.removed.other': 'Deleted {count} things: {name} …',
  'history.kind.one': 'Changed the kind of {name}',
  'history.kind.other': 'Changed the kind of {count} things: {name} …',
  'history.name.one': 'Renamed to {name}',
  'history.name.other': 'Renamed {count} things: {name} …',
  'history.place.one': 'Placed {name}',
  'history.place.other': 'Placed {count} things: {name} …',
  'history.parent.one': 'Moved {name} in the outliner',
  'history.parent.other': 'Moved {count} things in the outliner: {name} …',
  'history.order.one': 'Reordered {name}',
  'history.order.other': 'Reordered {count} things: {name} …',
  'history.shown.one': 'Showed or hid {name}',
  'history.shown.other': 'Showed or hid {count} things: {name} …',
  'history.locked.one': 'Locked or unlocked {name}',
  'history.locked.other': 'Locked or unlocked {count} things: {name} …',
  'history.look.one': 'Changed the material of {name}',
  'history.look.other': 'Changed the material of {count} things: {name} …',
  'history.props.one': 'Changed {name}',
  'history.props.other': 'Changed {count} things: {name} …',
  'history.restored': 'Restored version: {name}',
  'history.style': 'Edited the material {name}',
  'history.scene': 'Changed the scene',
} as const;

/** A key of these strings. */
export type HistoryMessageKey = keyof typeof historyEn;
