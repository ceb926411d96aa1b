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
  'slot.edit': 'Edit in this scene',
  'slot.reset': "Back to the file's",
  'slot.default': 'Back to the default',
  'slot.gone': 'This material is no longer there.',
  'slot.unread': 'The file of this model could not be read.',
  'outliner.part': '{name}, part of {model}',
  'materials.scene': 'Materials of this scene',
  'materials.empty': 'There are no materials yet.',
  'materials.choose': 'Choose a material',
  'materials.presets': 'From the library',
  'materials.delete': 'Delete this material',
  'material.notInAr': 'Not shown in augmented reality on iPhone: {values}',
  'material.anisotropy': 'Anisotropy',
} as const;

/** A key of these strings. */
export type LooksMessageKey = keyof typeof looksEn;
