import type { Translation } from '../catalogues.ts';
/** Spanish texts of a scene's effects and statistics, and of missing glyphs in its fonts. */
export const messages: Translation<'scene-sections'> = {
  'effects.on': 'Usar efectos',
  'effects.compare': 'Mantén pulsado para comparar sin efectos',
  'effects.reset': 'Restablecer {name}',
  'effects.ao': 'Oclusión ambiental',
  'effects.ssr': 'Reflejos en espacio de pantalla',
  'effects.dof': 'Profundidad de campo',
  'effects.bloom': 'Resplandor',
  'effects.grade': 'Ajuste de color',
  'effects.vignette': 'Viñeta',
  'effects.grain': 'Grano',
  'effects.chromatic': 'Aberración cromática',
  'effects.cost.1': 'Coste bajo de rendimiento',
  'effects.cost.2': 'Coste medio de rendimiento',
  'effects.cost.3': 'Coste alto de rendimiento',
  'effects.isPaused': 'En pausa en este dispositivo',
  'effects.paused.one':
    '{count} efecto está en pausa para mantener 30 fotogramas por segundo en este dispositivo. Los visitantes con uno más rápido lo verán.',
  'effects.paused.other':
    '{count} efectos están en pausa para mantener 30 fotogramas por segundo en este dispositivo. Los visitantes con uno más rápido los verán.',
  'effects.notInAr': 'Los efectos no se muestran en realidad aumentada.',
  'richText.bold': 'Negrita',
  'richText.italic': 'Cursiva',
  'richText.list': 'Lista con viñetas',
  'richText.link': 'Añadir un enlace',
  'text.missing': '{font} no admite {signs}. Elige otra fuente.',
  'stats.objects': 'Objetos',
  'stats.triangles': 'Triángulos',
  'stats.drawCalls': 'Llamadas de dibujo',
  'stats.materials': 'Materiales',
  'stats.textures': 'Memoria de texturas',
  'stats.files': 'Archivos',
  'stats.ar.empty': 'No hay nada que mostrar en realidad aumentada.',
  'stats.ar.ready': 'Lo bastante ligera para realidad aumentada en el móvil.',
  'stats.ar.heavy':
    'Pesada para realidad aumentada en algunos móviles. Consulta los detalles en RA, al compartir.',
  'stats.ar.tooHeavy':
    'Demasiado pesada para realidad aumentada en la mayoría de los móviles. Consulta los detalles en RA, al compartir.',
};
