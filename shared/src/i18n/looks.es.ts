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
  'slot.edit': 'Editar en esta escena',
  'slot.reset': 'Volver al del archivo',
  'slot.default': 'Volver al predeterminado',
  'slot.gone': 'Este material ya no está.',
  'slot.unread': 'No se pudo leer el archivo de este modelo.',
  'outliner.part': '{name}, parte de {model}',
  'materials.scene': 'Materiales de esta escena',
  'materials.empty': 'Todavía no hay materiales.',
  'materials.choose': 'Elegir un material',
  'materials.presets': 'De la biblioteca',
  'materials.delete': 'Eliminar este material',
  'material.notInAr': 'No se ve en realidad aumentada en iPhone: {values}',
  'material.anisotropy': 'Anisotropía',
} as const satisfies Record<LooksMessageKey, string>;
