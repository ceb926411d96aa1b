import type { Translation } from '../catalogues.ts';
/** Spanish texts of a scene's effects and statistics, and of missing glyphs in its fonts. */
export const messages: Translation<'scene-sections'> = {
  'effects.on': 'Usar efectos',
  'effects.compare': 'Mantén para verlo sin efectos',
  'effects.reset': 'Restablecer {name}',
  'effects.ao': 'Oclusión ambiental',
  'effects.ssr': 'Reflejos en pantalla',
  'effects.dof': 'Profundidad de campo',
  'effects.bloom': 'Resplandor',
  'effects.grade': 'Ajuste de color',
  'effects.vignette': 'Viñeta',
  'effects.grain': 'Grano',
  'effects.chromatic': 'Aberración cromática',
  'effects.cost.1': 'Cuesta poco',
  'effects.cost.2': 'Cuesta algo de velocidad',
  'effects.cost.3': 'Cuesta mucha velocidad',
  'effects.isPaused': 'En pausa en este dispositivo',
  'effects.paused.one':
    '{count} efecto está en pausa para mantener 30 fotogramas por segundo en este dispositivo. Quien tenga uno más rápido lo verá.',
  'effects.paused.other':
    '{count} efectos están en pausa para mantener 30 fotogramas por segundo en este dispositivo. Quien tenga uno más rápido los verá.',
  'effects.notInAr': 'Los efectos no forman parte de la realidad aumentada.',
  'richText.bold': 'Negrita',
  'richText.italic': 'Cursiva',
  'richText.list': 'Lista con viñetas',
  'richText.link': 'Insertar un enlace',
  'text.missing': '{font} no tiene {signs}: elige otra fuente.',
  'stats.objects': 'Objetos',
  'stats.triangles': 'Triángulos',
  'stats.drawCalls': 'Llamadas de dibujo',
  'stats.materials': 'Materiales',
  'stats.textures': 'Memoria de texturas',
  'stats.files': 'Archivos',
  'stats.ar.empty': 'No hay nada que colocar en realidad aumentada.',
  'stats.ar.ready': 'Lo bastante ligera para realidad aumentada en el móvil.',
  'stats.ar.heavy':
    'Pesada para realidad aumentada en algunos móviles. Los detalles están en RA, en el diálogo de compartir.',
  'stats.ar.tooHeavy':
    'Demasiado pesada para realidad aumentada en la mayoría de los móviles. Los detalles están en RA, en el diálogo de compartir.',
};
