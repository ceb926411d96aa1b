/** English texts of the AR session; separate from those of every visitor. */
export const messages = {
  'find.floor': 'Point your phone at the floor or a table, and move it slowly.',
  'find.wall': 'Point your phone at a wall, and move it slowly.',
  'found.floor': 'Tap to place it.',
  'found.wall': 'Tap to hang it.',
  'placed.free': 'Drag to move. Use two fingers to rotate and resize.',
  'placed.trueSize': 'Drag to move, use two fingers to rotate. Shown at actual size.',
  'placed.wall': 'Drag to move. Shown at actual size.',
  turn: 'Rotate',
  smaller: 'Smaller',
  larger: 'Larger',
  trueSize: 'Actual size',
  again: 'Place again',
  leave: 'Exit',
} as const;
