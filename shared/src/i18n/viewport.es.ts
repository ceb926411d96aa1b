import type { ViewportMessageKey } from './viewport.en.ts';

/** The words of moving about and of placing things in the viewport in Spanish. */
export const viewportEs = {
  'hint.copy': 'Alt: arrastra una copia',
  'help.tool.move.copy': 'Arrastrar una copia',
  'help.tool.move.copy.keys': 'Alt y arrastra',
  'help.tool.move.catch': 'Atrapar una esquina o una arista',
  'help.tool.move.catch.keys': 'Mantén V',
  'help.tool.move.free': 'Sin ajustar',
  'help.tool.move.free.keys': 'Mantén Mayús',
  'help.tool.move.invert': 'Ajustar al contrario',
  'help.tool.move.invert.keys': 'Mantén Ctrl',
  'snap.title': 'Ajuste y cuadrícula',
  'snap.hint': 'Mantén Mayús para mover sin ajuste, Ctrl para activarlo o quitarlo, V para atrapar esquinas.',
  'snap.steps': 'Pasos',
  'snap.step.translate': 'Mover',
  'snap.step.rotate': 'Girar',
  'snap.step.scale': 'Escalar',
  'snap.targets': 'Al mover',
  'snap.target.grid': 'Caer en la cuadrícula',
  'snap.target.guides': 'Alinear con otros',
  'snap.target.points': 'Unir esquina con esquina',
  'snap.target.surfaces': 'Apoyar en superficies',
  'snap.target.normal': 'Ponerse derecho sobre ellas',
  'snap.grid': 'Cuadrícula',
  'snap.gridStep': 'Líneas cada',
  'snap.gridAuto': 'Automático',
} as const satisfies Record<ViewportMessageKey, string>;
