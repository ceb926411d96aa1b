/** The words of the editor about colours, materials, surroundings and effects, in English. */
export const looksEn = {
  'color.of': 'Choose {field}',
  'color.plane': 'Strength and brightness',
  'color.planeAt': 'Strength {saturation}, brightness {brightness}',
  'color.hue': 'Hue',
  'color.format': 'Written as',
  'color.value': 'Value of the color',
  'color.take': 'Take it from something in the scene',
  'color.scene': 'In this scene',
  'color.recent': 'Used last',
  'hint.dropper.field': 'Click something to take its color for the field.',
} as const;

/** A key of these strings. */
export type LooksMessageKey = keyof typeof looksEn;
