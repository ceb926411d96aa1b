/** English texts of the AR session; separate from those of every visitor. */
export const messages = {
  'find.floor': 'Point at the floor or a table, and move slowly.',
  'find.wall': 'Point at a wall, and move slowly.',
  'found.floor': 'Tap to put it there.',
  'found.wall': 'Tap to hang it there.',
  'placed.free': 'Drag to move it. Two fingers turn it and change its size.',
  'placed.trueSize': 'Drag to move it, two fingers turn it. It has its true size.',
  'placed.wall': 'Drag to move it. It has its true size.',
  turn: 'Turn',
  smaller: 'Smaller',
  larger: 'Larger',
  trueSize: 'Back to its true size',
  again: 'Place anew',
  leave: 'Leave',
} as const;
