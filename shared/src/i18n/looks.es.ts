import type { LooksMessageKey } from './looks.en.ts';

/** The words of the editor about colours, materials, surroundings and effects, in Spanish. */
export const looksEs = {
  'color.of': 'Elegir {field}',
  'color.plane': 'Intensidad y brillo',
  'color.planeAt': 'Intensidad {saturation}, brillo {brightness}',
  'color.hue': 'Tono',
  'color.format': 'Escrito como',
  'color.value': 'Valor del color',
  'color.take': 'Tomarlo de algo de la escena',
  'color.scene': 'En esta escena',
  'color.recent': 'Usados hace poco',
  'hint.dropper.field': 'Haz clic en algo para llevar su color al campo.',
} as const satisfies Record<LooksMessageKey, string>;
