import { showLength } from '../../scene/measure/quantity.ts';
import { useScene } from './use-scene.ts';
import { useWords } from './use-words.ts';

/** Tells lengths of the scene, which are metres, in its unit and in the language of the page. */
export function useLengths(): (metres: number, decimals?: number) => string {
  const unit = useScene((scene) => scene.unit);
  const { language } = useWords();
  return (metres, decimals) => showLength(metres, { unit, language }, decimals);
}
