/** The words of moving about and of placing things in the viewport in English; part of those of the editor. */
export const viewportEn = {
  'hint.copy': 'Alt: drag a copy',
  'help.tool.move.copy': 'Drag a copy',
  'help.tool.move.copy.keys': 'Alt and drag',
  'help.tool.move.catch': 'Catch a corner or an edge',
  'help.tool.move.catch.keys': 'Hold V',
  'help.tool.move.free': 'Without snapping',
  'help.tool.move.free.keys': 'Hold Shift',
  'help.tool.move.invert': 'Snap the other way round',
  'help.tool.move.invert.keys': 'Hold Ctrl',
  'snap.title': 'Snapping and grid',
  'snap.hint': 'Hold Shift to move freely, Ctrl to turn snapping on or off, V to catch corners.',
  'snap.steps': 'Steps',
  'snap.step.translate': 'Move',
  'snap.step.rotate': 'Turn',
  'snap.step.scale': 'Scale',
  'snap.targets': 'While moving',
  'snap.target.grid': 'Land on the grid',
  'snap.target.guides': 'Line up with others',
  'snap.target.points': 'Put corners on corners',
  'snap.target.surfaces': 'Rest on surfaces',
  'snap.target.normal': 'Stand upright on them',
  'snap.grid': 'Grid',
  'snap.gridStep': 'Lines every',
  'snap.gridAuto': 'Automatic',
} as const;

/** A key of these strings. */
export type ViewportMessageKey = keyof typeof viewportEn;
