import type { EffectsMessageKey } from './effects.en.ts';

/** The words of the effects' panel in Spanish. */
export const effectsEs = {
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
} as const satisfies Record<EffectsMessageKey, string>;
