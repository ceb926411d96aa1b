/**
 * English texts of a scene's effects and statistics, of missing glyphs in its fonts and of text conversions.
 * Loaded when they are shown.
 */
export const messages = {
  'effects.on': 'Use effects',
  'effects.compare': 'Hold to see it without effects',
  'effects.reset': 'Reset {name}',
  'effects.ao': 'Contact shading',
  'effects.ssr': 'Screen reflections',
  'effects.dof': 'Depth of field',
  'effects.bloom': 'Bloom',
  'effects.grade': 'Color grading',
  'effects.vignette': 'Vignette',
  'effects.grain': 'Film grain',
  'effects.chromatic': 'Color fringes',
  'effects.cost.1': 'Costs little',
  'effects.cost.2': 'Costs some speed',
  'effects.cost.3': 'Costs a lot of speed',
  'effects.isPaused': 'Paused on this device',
  'effects.paused.one':
    '{count} effect is paused to keep 30 frames a second on this device. Visitors with a faster one see it.',
  'effects.paused.other':
    '{count} effects are paused to keep 30 frames a second on this device. Visitors with a faster one see them.',
  'effects.notInAr': 'Effects are not part of augmented reality.',
  'richText.bold': 'Bold',
  'richText.italic': 'Italic',
  'richText.list': 'Bulleted list',
  'richText.link': 'Insert a link',
  'text.missing': '{font} has no {signs}: choose another font.',
  'stats.objects': 'Objects',
  'stats.triangles': 'Triangles',
  'stats.drawCalls': 'Draw calls',
  'stats.materials': 'Materials',
  'stats.textures': 'Texture memory',
  'stats.files': 'Files',
  'stats.ar.empty': 'There is nothing to place in augmented reality.',
  'stats.ar.ready': 'Light enough for augmented reality on phones.',
  'stats.ar.heavy': 'Heavy for augmented reality on some phones. See AR in the share dialog for details.',
  'stats.ar.tooHeavy':
    'Too heavy for augmented reality on most phones. See AR in the share dialog for details.',
} as const;
