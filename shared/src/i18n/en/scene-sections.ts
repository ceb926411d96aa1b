/**
 * English texts of a scene's effects and statistics, of missing glyphs in its fonts and of text conversions.
 * Loaded when they are shown.
 */
export const messages = {
  'effects.on': 'Use effects',
  'effects.compare': 'Hold to compare without effects',
  'effects.reset': 'Reset {name}',
  'effects.ao': 'Ambient occlusion',
  'effects.ssr': 'Screen-space reflections',
  'effects.dof': 'Depth of field',
  'effects.bloom': 'Bloom',
  'effects.grade': 'Color grading',
  'effects.vignette': 'Vignette',
  'effects.grain': 'Film grain',
  'effects.chromatic': 'Chromatic aberration',
  'effects.cost.1': 'Low performance cost',
  'effects.cost.2': 'Medium performance cost',
  'effects.cost.3': 'High performance cost',
  'effects.isPaused': 'Paused on this device',
  'effects.paused.one':
    '{count} effect is paused to keep 30 frames per second on this device. Visitors with faster devices see it.',
  'effects.paused.other':
    '{count} effects are paused to keep 30 frames per second on this device. Visitors with faster devices see them.',
  'effects.notInAr': 'Effects are not shown in augmented reality.',
  'richText.bold': 'Bold',
  'richText.italic': 'Italic',
  'richText.list': 'Bulleted list',
  'richText.link': 'Insert a link',
  'text.missing': '{font} does not support {signs}. Choose another font.',
  'stats.objects': 'Objects',
  'stats.triangles': 'Triangles',
  'stats.drawCalls': 'Draw calls',
  'stats.materials': 'Materials',
  'stats.textures': 'Texture memory',
  'stats.files': 'Files',
  'stats.ar.empty': 'There is nothing to show in augmented reality.',
  'stats.ar.ready': 'Light enough for augmented reality on phones.',
  'stats.ar.heavy': 'Heavy for augmented reality on some phones. See AR in the share dialog for details.',
  'stats.ar.tooHeavy':
    'Too heavy for augmented reality on most phones. See AR in the share dialog for details.',
} as const;
